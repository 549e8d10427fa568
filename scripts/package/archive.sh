# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# Makes archives that have the same bytes whenever they hold the same files: sorted names, no owners, one date for all.
# To be sourced by other scripts.

# GNU tar has the options for this; elsewhere it is called gtar.
tar=tar
! command -v gtar >/dev/null 2>&1 || tar=gtar

# Unsets the settings that make was called with, so that the script packs the builds that it names.
unset_make() {
    unset MAKEFLAGS MFLAGS MAKEOVERRIDES MAKELEVEL CC ARCH DEBUG SAN STATIC BUILD CFLAGS LDFLAGS READLINE DESTDIR PREFIX HELP_FROM
}

# Packs the files listed in LIST, one on each line, into ARCHIVE, uncompressed, in that order, below the folder NAME if given.
pack_plain_tar() { # LIST DATE NAME ARCHIVE
    "$tar" --create --file="$4.part" --format=ustar --no-recursion --owner=0 --group=0 --numeric-owner \
        --mode=u+rw,a+rX,go-w --mtime="@$2" --transform="s,^,${3:+$3/},S" --files-from="$1"
    mv "$4.part" "$4"
}

# The same, compressed.
pack_tar() { # LIST DATE NAME ARCHIVE
    pack_plain_tar "$1" "$2" "$3" "$4.tar"
    gzip -9n <"$4.tar" >"$4.part"
    rm "$4.tar"
    mv "$4.part" "$4"
}

# Packs the folder NAME in the folder IN into ARCHIVE, an absolute path. Times are in UTC, to two seconds.
pack_zip() { # IN DATE NAME ARCHIVE
    time=$(date -u -d "@$2" +%Y%m%d%H%M.%S 2>/dev/null || date -u -r "$2" +%Y%m%d%H%M.%S)
    TZ=UTC find "$1/$3" -exec touch -t "$time" {} +
    chmod -R u+rw,a+rX,go-w "$1/$3"
    rm -f "$4"
    (cd "$1" && TZ=UTC python3 -m zipfile -c "$4.part" "$3")
    mv "$4.part" "$4"
}
