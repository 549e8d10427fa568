/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the engine compiled to WebAssembly asks of its host (scripts/gui/engine/bushka.ts). */
#ifndef BUSHKA_SYSTEM_WASM_IMPORT_H
#define BUSHKA_SYSTEM_WASM_IMPORT_H

/* Declares a function that the host provides under that name. */
#define IMPORT(name) __attribute__((import_module("bushka"), import_name(name)))

#endif
