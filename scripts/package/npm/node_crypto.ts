// SPDX-License-Identifier: GPL-3.0-or-later
// Node 18 has no global `crypto`; the build puts this there.
export { webcrypto as crypto } from 'node:crypto';
