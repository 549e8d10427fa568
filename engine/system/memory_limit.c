/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/memory_limit.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "system/words.h"

enum {
    PATH_SIZE = 4096,
    LINE_SIZE = PATH_SIZE + 256, /* a line of /proc/self/cgroup holds a path */
    KIB_SHIFT = 10
};

/* Kept for the stacks and tables of threads that are started later. */
static const uint64_t CONTAINER_RESERVE = 16 << 20; /* bytes */

/* The files in which a version of control groups tells limit and use. */
typedef struct GroupFiles {
    const char *directory; /* below the root */
    const char *limit, *use, *statistics;
    const char *pages[2]; /* the names of pages of files in the statistics */
} GroupFiles;

static const GroupFiles VERSION_1 = {.directory = "/sys/fs/cgroup/memory",
                                     .limit = "memory.limit_in_bytes",
                                     .use = "memory.usage_in_bytes",
                                     .statistics = "memory.stat",
                                     .pages = {"total_inactive_file", "total_active_file"}};
static const GroupFiles VERSION_2 = {.directory = "/sys/fs/cgroup",
                                     .limit = "memory.max",
                                     .use = "memory.current",
                                     .statistics = "memory.stat",
                                     .pages = {"inactive_file", "active_file"}};

/* The name of a file. */
typedef struct Path {
    char text[PATH_SIZE];
} Path;

/* Opens the file of the control group; NULL when there is none. */
static FILE *open_file(const Path *group, const char *name)
{
    Path path;
    const int length = snprintf(path.text, sizeof path.text, "%s/%s", group->text, name);
    return length < (int)sizeof path.text ? fopen(path.text, "re") : NULL;
}

/* Reads a number at the beginning of a text; false for other words, such as "max". */
static bool read_number(const char *text, uint64_t *number)
{
    Words words = words_of(text, strlen(text));
    Word word;
    int64_t read;
    if (!words_next(&words, &word) || !word_number(word, 0, INT64_MAX, &read)) {
        return false;
    }
    *number = (uint64_t)read;
    return true;
}

/* Reads a file that holds one number. */
static bool read_number_file(const Path *group, const char *name, uint64_t *number)
{
    char line[LINE_SIZE];
    FILE *const file = open_file(group, name);
    const bool found = file != NULL && fgets(line, sizeof line, file) != NULL && read_number(line, number);
    if (file != NULL) {
        fclose(file);
    }
    return found;
}

/* Reads the number behind a name at the beginning of a line; 0 when there is none. */
static uint64_t read_field(const Path *directory, const char *file_name, const char *field)
{
    char line[LINE_SIZE];
    uint64_t number = 0;
    const size_t length = strlen(field);
    FILE *const file = open_file(directory, file_name);
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, field, length) == 0 && (line[length] == ' ' || line[length] == ':') &&
            read_number(line + length + 1, &number)) {
            break;
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return number;
}

/* What the limit of one group leaves; UINT64_MAX when it has none. */
static uint64_t left_in_group(const Path *group, const GroupFiles *files)
{
    uint64_t limit, use;
    if (!read_number_file(group, files->limit, &limit) || !read_number_file(group, files->use, &use)) {
        return UINT64_MAX;
    }
    for (size_t i = 0; i < sizeof files->pages / sizeof files->pages[0]; i++) {
        const uint64_t pages = read_field(group, files->statistics, files->pages[i]);
        use -= pages < use ? pages : use;
    }
    use += CONTAINER_RESERVE;
    return limit > use ? limit - use : 0;
}

/* The least that the group and those around it leave. The directories may show less than the whole tree: what is not
 * there has no limit that could be known. */
static uint64_t left_in_groups(const char *root, const GroupFiles *files, const char *group)
{
    Path path;
    const int top = snprintf(path.text, sizeof path.text, "%s%s", root, files->directory);
    const int length = snprintf(path.text, sizeof path.text, "%s%s%s", root, files->directory,
                                strstr(group, "/..") != NULL ? "" : group);
    if (length >= (int)sizeof path.text) {
        return UINT64_MAX;
    }
    uint64_t left = left_in_group(&path, files);
    for (int i = length - 1; i >= top; i--) {
        if (path.text[i] == '/') {
            path.text[i] = '\0';
            const uint64_t around = left_in_group(&path, files);
            left = around < left ? around : left;
        }
    }
    return left;
}

/* True when the word is one of a list with commas between. */
static bool lists(const char *list, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = strstr(list, word); at != NULL; at = strstr(at + 1, word)) {
        if ((at == list || at[-1] == ',') && (at[length] == '\0' || at[length] == ',')) {
            return true;
        }
    }
    return false;
}

/* What the container leaves, by the lines "NUMBER:CONTROLLERS:GROUP"; version 2 has no controllers there. */
static uint64_t left_in_container(const char *root)
{
    char line[LINE_SIZE];
    uint64_t left = UINT64_MAX;
    Path self;
    snprintf(self.text, sizeof self.text, "%s/proc/self", root);
    FILE *const file = open_file(&self, "cgroup");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        char *const controllers = strchr(line, ':');
        char *const group = controllers != NULL ? strchr(controllers + 1, ':') : NULL;
        if (group == NULL) {
            continue;
        }
        *group = '\0';
        const GroupFiles *const files = controllers[1] == '\0'             ? &VERSION_2
                                        : lists(controllers + 1, "memory") ? &VERSION_1
                                                                           : NULL;
        const uint64_t here = files != NULL ? left_in_groups(root, files, group + 1) : UINT64_MAX;
        left = here < left ? here : left;
    }
    if (file != NULL) {
        fclose(file);
    }
    return left;
}

/* What programs can still get; a generous guess where the system does not say. */
static uint64_t left_in_machine(const char *root)
{
    Path proc;
    snprintf(proc.text, sizeof proc.text, "%s/proc", root);
    const uint64_t kib = read_field(&proc, "meminfo", "MemAvailable");
    return kib != 0 ? kib << KIB_SHIFT : (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
}

MemoryLimit memory_limit(const char *root)
{
    const uint64_t machine = left_in_machine(root);
    const uint64_t container = left_in_container(root);
    if (container < machine) {
        return (MemoryLimit){container, "the container's memory limit"};
    }
    return (MemoryLimit){machine, "the machine's memory"};
}
