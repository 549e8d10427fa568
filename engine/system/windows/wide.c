/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/windows/wide.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include <windows.h>

#include <timeapi.h>

/* The period of the system's timer while the program runs, in ms: waits are that precise, instead of to 1/64 s. */
enum { TICK_MS = 1 };

wchar_t *wide_of(const char *text)
{
    const int size = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, NULL, 0);
    wchar_t *const wide = size > 0 ? malloc((size_t)size * sizeof *wide) : NULL;
    if (wide == NULL) {
        errno = size > 0 ? ENOMEM : EILSEQ;
        return NULL;
    }
    MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, wide, size);
    return wide;
}

char *wide_to_utf8(const wchar_t *wide)
{
    const int size = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
    char *const text = size > 0 ? malloc((size_t)size) : NULL;
    if (text != NULL) {
        WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, size, NULL, NULL);
    }
    return text;
}

int wide_errno(unsigned long error)
{
    switch (error) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_BAD_PATHNAME:
    case ERROR_BAD_NETPATH:
    case ERROR_INVALID_DRIVE:
        return ENOENT;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
    case ERROR_USER_MAPPED_FILE:
        return EACCES;
    case ERROR_WRITE_PROTECT:
        return EROFS;
    case ERROR_ALREADY_EXISTS:
    case ERROR_FILE_EXISTS:
        return EEXIST;
    case ERROR_FILENAME_EXCED_RANGE:
        return ENAMETOOLONG;
    case ERROR_TOO_MANY_OPEN_FILES:
        return EMFILE;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY:
    case ERROR_COMMITMENT_LIMIT:
    case ERROR_NO_SYSTEM_RESOURCES:
        return ENOMEM;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
        return ENOSPC;
    case ERROR_BROKEN_PIPE:
    case ERROR_NO_DATA:
    case ERROR_PIPE_NOT_CONNECTED:
        return EPIPE;
    case ERROR_INVALID_HANDLE:
        return EBADF;
    default:
        return EIO;
    }
}

/* Converts the environment variables that name a user's directories to UTF-8, for getenv(). Returns false when memory
 * runs out. */
static bool convert_folders(void)
{
    static const struct {
        const wchar_t *wide;
        const char *name;
    } VARIABLES[] = {{L"XDG_STATE_HOME", "XDG_STATE_HOME"}, {L"HOME", "HOME"}, {L"LOCALAPPDATA", "LOCALAPPDATA"}};
    bool made = true;
    for (size_t i = 0; i < sizeof VARIABLES / sizeof VARIABLES[0] && made; i++) {
        const wchar_t *const folder = _wgetenv(VARIABLES[i].wide);
        char *const text = folder != NULL ? wide_to_utf8(folder) : NULL;
        made = folder == NULL || (text != NULL && _putenv_s(VARIABLES[i].name, text) == 0);
        free(text);
    }
    return made;
}

int main(int argc, char **argv);

/* The entry point that the C library calls. It gives main() the command line in UTF-8, and getenv() the directories. */
int wmain(int argc, wchar_t **wide);

int wmain(int argc, wchar_t **wide)
{
    char **const argv = calloc((size_t)argc + 1, sizeof *argv);
    bool made = argv != NULL && convert_folders();
    for (int i = 0; i < argc && made; i++) {
        argv[i] = wide_to_utf8(wide[i]);
        made = argv[i] != NULL;
    }
    if (!made) {
        fputs("not enough memory to start\n", stderr);
        return EXIT_FAILURE;
    }
    timeBeginPeriod(TICK_MS); /* ends with the process */
    return main(argc, argv);  /* argv is not freed: main() may keep it */
}
