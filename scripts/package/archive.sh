# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# Archives that have the same bytes whenever they hold the same files: names in order, no owners, one date for all. For
# scripts that read this by the command `.`.

# GNU tar has the options for this; elsewhere it is called gtar.
tar=tar
! command -v gtar >/dev/null 2>&1 || tar=gtar

# Unsets what make was called with: the builds that are packed are those that the script names.
unset_make() {
    unset MAKEFLAGS MFLAGS MAKEOVERRIDES MAKELEVEL CC ARCH DEBUG SAN STATIC BUILD CFLAGS LDFLAGS READLINE DESTDIR PREFIX HELP_FROM
}

# Packs the files that stand, in order, on the lines of LIST into ARCHIVE, uncompressed, below the folder NAME if that is given.
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

# Packs the folder NAME of the folder IN into ARCHIVE, whose path is absolute. Times are those of UTC, to two seconds.
pack_zip() { # IN DATE NAME ARCHIVE
    time=$(date -u -d "@$2" +%Y%m%d%H%M.%S 2>/dev/null || date -u -r "$2" +%Y%m%d%H%M.%S)
    TZ=UTC find "$1/$3" -exec touch -t "$time" {} +
    chmod -R u+rw,a+rX,go-w "$1/$3"
    rm -f "$4"
    (cd "$1" && TZ=UTC python3 -m zipfile -c "$4.part" "$3")
    mv "$4.part" "$4"
}
