/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/run_delay.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "system/text.h"

enum {
    PATH_SIZE = 320, /* room for /proc/PID/task/NAME/schedstat, with the longest name of a file */
    LINE_SIZE = 96   /* room for three numbers */
};

/* The second number of a schedstat file; 0 where there is none. */
static Nanoseconds read_delay(const char *path)
{
    char line[LINE_SIZE];
    Nanoseconds waited = 0;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t n = file >= 0 ? read(file, line, sizeof line) : -1;
    if (file >= 0) {
        close(file);
    }
    Words numbers = words_of(line, n > 0 ? (size_t)n : 0);
    Word number;
    words_next(&numbers, &number); /* how long it ran */
    words_next(&numbers, &number);
    word_number(number, 0, INT64_MAX, &waited);
    return waited;
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
