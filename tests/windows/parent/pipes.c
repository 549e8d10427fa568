/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program for Windows that runs another one with pipes of Windows, which wine does not have between its programs and
 * those of Linux, and closes them: prints how the program ends.
 *
 * usage: pipes.exe PROGRAM      exit status 0 when it ended each time, 1 otherwise */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <windows.h>

enum { BYTES = 65536, IDLE_MS = 300, PATIENCE_MS = 10000 };

/* What is done to the program. */
typedef struct Trial {
    const char *name, *lines;
    bool closes_output; /* instead of its input */
} Trial;

static const Trial TRIALS[] = {
    {"no reader, idle", "isready\n", true},
    {"no input, searching", "isready\ngo infinite\n", false},
    {"no input, idle", "isready\n", false},
};

/* The ends of the pipes that this program keeps. */
typedef struct Ends {
    HANDLE input, output;
} Ends;

static bool start(char *command, PROCESS_INFORMATION *process, Ends *ends)
{
    HANDLE input, output;
    SECURITY_ATTRIBUTES inherited = {.nLength = sizeof inherited, .bInheritHandle = TRUE};
    if (!CreatePipe(&input, &ends->input, &inherited, 0) || !CreatePipe(&ends->output, &output, &inherited, 0)) {
        return false;
    }
    SetHandleInformation(ends->input, HANDLE_FLAG_INHERIT, 0);
    SetHandleInformation(ends->output, HANDLE_FLAG_INHERIT, 0);
    STARTUPINFOA how = {.cb = sizeof how,
                        .dwFlags = STARTF_USESTDHANDLES,
                        .hStdInput = input,
                        .hStdOutput = output,
                        .hStdError = GetStdHandle(STD_ERROR_HANDLE)};
    const bool started = CreateProcessA(NULL, command, NULL, NULL, TRUE, 0, NULL, NULL, &how, process);
    CloseHandle(input);
    CloseHandle(output);
    return started;
}

/* Returns false when the program does not end. */
static bool try(const Trial *t, char *command)
{
    static char bytes[BYTES];
    PROCESS_INFORMATION process;
    Ends ends;
    DWORD count, code = 0;
    if (!start(command, &process, &ends)) {
        return false;
    }
    WriteFile(ends.input, t->lines, (DWORD)strlen(t->lines), &count, NULL);
    ReadFile(ends.output, bytes, sizeof bytes, &count, NULL);
    Sleep(IDLE_MS);
    if (t->closes_output) {
        CloseHandle(ends.output);
    } else {
        CloseHandle(ends.input);
        while (ReadFile(ends.output, bytes, sizeof bytes, &count, NULL)) {
        }
    }
    const bool ended = WaitForSingleObject(process.hProcess, PATIENCE_MS) == WAIT_OBJECT_0;
    GetExitCodeProcess(process.hProcess, &code);
    printf("%s: %s %lu\n", t->name, ended ? "ends with" : "runs on", (unsigned long)code);
    if (!ended) {
        TerminateProcess(process.hProcess, 1);
    }
    return ended;
}

int main(int argc, char **argv)
{
    bool good = argc == 2;
    for (size_t i = 0; i < sizeof TRIALS / sizeof TRIALS[0] && good; i++) {
        good = try(&TRIALS[i], argv[1]);
    }
    return good ? 0 : 1;
}
