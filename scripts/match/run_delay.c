/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/run_delay.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

enum {
    PATH_SIZE = 320, /* room for /proc/PID/task/NAME/schedstat, with the longest name of a file */
    LINE_SIZE = 96   /* room for three numbers */
};

/* The second number of a schedstat file; 0 where there is none. */
static Nanoseconds read_delay(const char *path)
{
    char line[LINE_SIZE];
    Nanoseconds ran, waited = 0;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t n = file >= 0 ? read(file, line, sizeof line - 1) : -1;
    if (file >= 0) {
        close(file);
    }
    line[n > 0 ? n : 0] = '\0';
    return sscanf(line, "%" SCNd64 " %" SCNd64, &ran, &waited) == 2 ? waited : 0;
}

Nanoseconds run_delay_thread(void)
{
    return read_delay("/proc/thread-self/schedstat");
}

Nanoseconds run_delay_process(pid_t pid)
{
    char path[PATH_SIZE];
    Nanoseconds sum = 0;
    snprintf(path, sizeof path, "/proc/%ld/task", (long)pid);
    DIR *const threads = opendir(path);
    for (const struct dirent *thread; threads != NULL && (thread = readdir(threads)) != NULL;) {
        if (thread->d_name[0] != '.') {
            snprintf(path, sizeof path, "/proc/%ld/task/%s/schedstat", (long)pid, thread->d_name);
            sum += read_delay(path);
        }
    }
    if (threads != NULL) {
        closedir(threads);
    }
    return sum;
}
