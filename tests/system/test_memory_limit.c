/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Limits of memory: of the machine, of containers as either version of control groups tells them, and what the engine
 * says when they are met. The files of the system are those of a tree made for the test. */
#include "system/memory_limit.h"

#include <stdio.h>
#include <string.h>

#include "support/engine_process.h"
#include "support/place.h"
#include "support/shell.h"
#include "support/test.h"

enum { COMMAND_SIZE = 1024, MIB_SHIFT = 20, RESERVE_MIB = 16 };

/* A tree of files, and what it says. */
typedef struct Tree {
    const char *files[12][2]; /* name and content */
    bool container;
    int64_t left_mib;
} Tree;

#define MEMINFO                                                                                                        \
    {                                                                                                                  \
        "proc/meminfo", "MemTotal:       8388608 kB\nMemFree:        1048576 kB\nMemAvailable:    2097152 kB\n"        \
    }
#define V2 "sys/fs/cgroup/"
#define V1 "sys/fs/cgroup/memory/"

static const Tree TREES[] = {
    /* No container. */
    {{MEMINFO}, false, 2048},
    {{MEMINFO, {"proc/self/cgroup", "0::/user.slice\n"}, {V2 "user.slice/memory.max", "max\n"}}, false, 2048},
    /* Version 2, seen from within: 1024 MiB, 300 of them used, 100 of these for pages of files. */
    {{MEMINFO,
      {"proc/self/cgroup", "0::/\n"},
      {V2 "memory.max", "1073741824\n"},
      {V2 "memory.current", "314572800\n"},
      {V2 "memory.stat", "anon 209715200\nfile 104857600\ninactive_file 73400320\nactive_file 31457280\n"}},
     true,
     1024 - 200 - RESERVE_MIB},
    /* More than the machine has. */
    {{MEMINFO,
      {"proc/self/cgroup", "0::/\n"},
      {V2 "memory.max", "10737418240\n"},
      {V2 "memory.current", "314572800\n"}},
     false,
     2048},
    /* Version 2 with a limit around the group, and none of its own. */
    {{MEMINFO,
      {"proc/self/cgroup", "0::/a.slice/b.scope\n"},
      {V2 "a.slice/b.scope/memory.max", "max\n"},
      {V2 "a.slice/b.scope/memory.current", "4096\n"},
      {V2 "a.slice/memory.max", "536870912\n"},
      {V2 "a.slice/memory.current", "104857600\n"}},
     true,
     512 - 100 - RESERVE_MIB},
    /* The nearest one is not always the lowest. */
    {{MEMINFO,
      {"proc/self/cgroup", "0::/a/b\n"},
      {V2 "a/b/memory.max", "104857600\n"},
      {V2 "a/b/memory.current", "0\n"},
      {V2 "a/memory.max", "536870912\n"},
      {V2 "a/memory.current", "524288000\n"}},
     true,
     0},
    /* Used up. */
    {{MEMINFO, {"proc/self/cgroup", "0::/\n"}, {V2 "memory.max", "104857600\n"}, {V2 "memory.current", "209715200\n"}},
     true,
     0},
    /* Version 1, with other hierarchies and an empty one of version 2; no limit is a very large one. */
    {{MEMINFO,
      {"proc/self/cgroup", "9:cpu,cpuacct:/d\n4:memory:/d/id\n1:name=systemd:/memory\n0::/d\n"},
      {V1 "d/id/memory.limit_in_bytes", "536870912\n"},
      {V1 "d/id/memory.usage_in_bytes", "209715200\n"},
      {V1 "d/id/memory.stat", "inactive_file 1\ntotal_inactive_file 52428800\ntotal_active_file 52428800\n"},
      {V1 "memory.limit_in_bytes", "9223372036854771712\n"},
      {V1 "memory.usage_in_bytes", "1073741824\n"}},
     true,
     512 - 100 - RESERVE_MIB},
    /* Version 1 in a container that does not see its own path, together with other controllers. */
    {{MEMINFO,
      {"proc/self/cgroup", "4:cpu,memory:/docker/0123456789abcdef\n"},
      {V1 "memory.limit_in_bytes", "536870912\n"},
      {V1 "memory.usage_in_bytes", "104857600\n"}},
     true,
     512 - 100 - RESERVE_MIB},
    /* A path that leads out of what can be seen. */
    {{MEMINFO,
      {"proc/self/cgroup", "0::/../other\n"},
      {V2 "memory.max", "536870912\n"},
      {V2 "memory.current", "104857600\n"},
      {"sys/fs/other/memory.max", "1\n"},
      {"sys/fs/other/memory.current", "1\n"}},
     true,
     512 - 100 - RESERVE_MIB},
    /* What cannot be read says nothing. */
    {{MEMINFO,
      {"proc/self/cgroup", "nonsense\n0::\n:::\n7:memory\n\n"},
      {V2 "memory.max", "many\n"},
      {V1 "memory.limit_in_bytes", "\n"}},
     false,
     2048},
};

enum { TREE_COUNT = sizeof TREES / sizeof TREES[0] };

static void make_tree(const Place *place, const Tree *t)
{
    for (size_t i = 0; i < sizeof t->files / sizeof t->files[0] && t->files[i][0] != NULL; i++) {
        char command[COMMAND_SIZE];
        const FilePath path = in(place, t->files[i][0]);
        snprintf(command, sizeof command, "mkdir -p \"$(dirname %s)\"", path.text);
        ck_assert_int_eq(shell_run(command), 0);
        set_text(path.text, t->files[i][1]);
    }
}

TEST_EACH(limits_are_found, TREE_COUNT)
{
    const Place place = place_make();
    make_tree(&place, &TREES[_i]);
    const MemoryLimit limit = memory_limit(place.path);
    ck_assert_int_eq((int64_t)(limit.left >> MIB_SHIFT), TREES[_i].left_mib);
    ck_assert_str_eq(limit.name, TREES[_i].container ? "the container's memory limit" : "the machine's memory");
    place_remove(&place);
}

/* Without the files of the system physical memory counts. */
TEST(something_is_always_known)
{
    const Place place = place_make();
    const MemoryLimit limit = memory_limit(place.path);
    ck_assert_uint_gt(limit.left, (uint64_t)RESERVE_MIB << MIB_SHIFT);
    ck_assert_str_eq(limit.name, "the machine's memory");
    place_remove(&place);
}

TEST(limit_is_named)
{
    const MemoryLimit limit = {.left = (uint64_t)100 << MIB_SHIFT, .name = "the container's memory limit"};
    Error e;
    ck_assert_int_eq(memory_limit_check(limit, "a table", (uint64_t)100 << MIB_SHIFT, 0, &e), ERROR_NONE);
    ck_assert_int_eq(memory_limit_check(limit, "a table", (uint64_t)132 << MIB_SHIFT, (uint64_t)32 << MIB_SHIFT, &e),
                     ERROR_NONE);
    ck_assert_int_eq(memory_limit_check(limit, "a table", 0, (uint64_t)32 << MIB_SHIFT, &e), ERROR_NONE);
    ck_assert_int_eq(memory_limit_check(limit, "a table", (uint64_t)133 << MIB_SHIFT, (uint64_t)32 << MIB_SHIFT, &e),
                     ERROR_MEMORY);
    ck_assert_str_eq(e.text, "a table of 133 MiB cannot be had: the container's memory limit leaves 132 MiB");
}

/* More than any machine of today has left beside its other work. */
TEST(engine_names_the_limit)
{
    const MemoryLimit here = memory_limit(MEMORY_LIMIT_SYSTEM);
    if (here.left >> MIB_SHIFT >= 65536) {
        return;
    }
    EngineProcess p;
    process_start(&p, NULL, 0);
    ck_assert(process_send(&p, "setoption name Hash value 65536\nperft 5 hash 65536\n"));
    process_expect_next(&p,
                        ERROR_LINE "a hash table of 65536 MiB cannot be had: * leaves * MiB; keeping the old one of "
                                   "16 MiB");
    process_expect_next(&p, ERROR_LINE "a hash table for perft of 65536 MiB cannot be had: * leaves * MiB");
    ck_assert(process_send(&p, "perft 2\n"));
    process_expect(&p, "Nodes searched: 576");
    process_expect_next(&p, "");
    process_quit(&p);
}
