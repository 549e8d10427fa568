/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files and standard output: opening never waits for a FIFO, no output is lost silently, no foreign file is
 * replaced. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/place.h"
#include "support/test.h"
#include "support/tool_process.h"
#include "system/descriptor.h"
#include "system/file.h"

enum { TEXT_SIZE = 512, NOT_EXPECTED = 99 };

static const char BEGINS[] = "kind 1\n";

static mode_t mode_of(const char *path)
{
    struct stat info;
    ck_assert_int_eq(stat(path, &info), 0);
    return info.st_mode & 0777;
}

static void make_socket(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    ck_assert_uint_lt(strlen(path), sizeof address.sun_path);
    memcpy(address.sun_path, path, strlen(path));
    const int s = socket(AF_UNIX, SOCK_STREAM, 0);
    ck_assert_int_ge(s, 0);
    ck_assert_int_eq(bind(s, (struct sockaddr *)&address, sizeof address), 0);
    close(s);
}

TEST(only_regular_files_are_opened)
{
    const FilePath file = in(&place, "file"), link_to = in(&place, "link"), fifo = in(&place, "fifo"),
                   sock = in(&place, "socket"), nothing = in(&place, "nothing");
    Error e;
    set_text(file.text, "text\n");
    ck_assert_int_eq(symlink("file", link_to.text), 0);
    ck_assert_int_eq(mkfifo(fifo.text, 0600), 0);
    make_socket(sock.text);
    FILE *const stream = file_open_stream(link_to.text, &e);
    ck_assert_msg(stream != NULL, "%s", e.text);
    ck_assert_int_eq(getc(stream), 't');
    ck_assert_int_ne(fcntl(fileno(stream), F_GETFD) & FD_CLOEXEC, 0);
    fclose(stream);
    const struct {
        const char *path, *end;
    } refused[] = {{fifo.text, " is a FIFO, not a regular file"},
                   {sock.text, " is a socket, not a regular file"},
                   {place.path, " is a directory, not a regular file"},
                   {"/dev/zero", " is a character device, not a regular file"},
                   {nothing.text, ": No such file or directory"},
                   {"", ": No such file or directory"}};
    for (int i = 0; i < ROWS(refused); i++) {
        char expected[TEXT_SIZE];
        snprintf(expected, sizeof expected, "%s%s", refused[i].path, refused[i].end);
        ck_assert_int_eq(file_open(refused[i].path, &e), -1);
        ck_assert_int_eq(e.code, ERROR_SYNTAX);
        ck_assert_str_eq(e.text, expected);
        ck_assert_ptr_null(file_open_stream(refused[i].path, NULL));
    }
}

TEST(same_files_are_known)
{
    const FilePath a = in(&place, "a"), b = in(&place, "b"), hard = in(&place, "hard"), soft = in(&place, "soft"),
                   other_way = in(&place, "./a");
    set_text(a.text, "");
    set_text(b.text, "");
    ck_assert_int_eq(link(a.text, hard.text), 0);
    ck_assert_int_eq(symlink("a", soft.text), 0);
    ck_assert(file_is_same(a.text, hard.text));
    ck_assert(file_is_same(soft.text, other_way.text));
    ck_assert(!file_is_same(a.text, b.text));
    ck_assert(!file_is_same("/nowhere/a", "/nowhere/a"));
}

static void begin(AtomicFile *f, const char *path, const char *text)
{
    Error e;
    ck_assert_msg(atomic_file_begin(f, path, BEGINS, &e) == ERROR_NONE, "%s", e.text);
    ck_assert_int_ge(fputs(text, f->stream), 0);
}

/* The destination is there when all is written and not before, with the permissions of the file that it replaces. */
TEST(file_is_replaced_as_a_whole)
{
    const FilePath path = in(&place, "file"), link_to = in(&place, "link");
    AtomicFile f;
    umask(027);
    begin(&f, path.text, "kind 1\nnew\n");
    ck_assert_int_ne(access(path.text, F_OK), 0);
    ck_assert_int_eq(atomic_file_commit(&f, NULL), ERROR_NONE);
    expect_text(path.text, "kind 1\nnew\n");
    ck_assert_uint_eq(mode_of(path.text), 0640);
    ck_assert_ptr_null(f.stream);

    ck_assert_int_eq(chmod(path.text, 0604), 0);
    ck_assert_int_eq(symlink("file", link_to.text), 0);
    begin(&f, link_to.text, "kind 1\nnewer\n");
    expect_text(path.text, "kind 1\nnew\n");
    ck_assert_int_eq(atomic_file_commit(&f, NULL), ERROR_NONE);
    expect_text(path.text, "kind 1\nnewer\n");
    ck_assert_uint_eq(mode_of(path.text), 0604);

    begin(&f, path.text, "kind 1\nnewest\n");
    atomic_file_abort(&f);
    atomic_file_abort(&f);
    expect_text(path.text, "kind 1\nnewer\n");
    expect_files("file link ");
}

/* A long name, and one too long to be opened under a temporary name; two writers at once. */
TEST(temporary_names_are_found)
{
    enum { NAME_MOST = 255, NAME_LONG = 220 };
    char path[PLACE_SIZE + NAME_MOST + 2];
    const int length = snprintf(path, sizeof path, "%s/", place.path);
    memset(path + length, 'x', NAME_MOST);
    path[length + NAME_MOST] = '\0';
    AtomicFile f, g;
    Error e;
    ck_assert_int_eq(atomic_file_begin(&f, path, "kind 1\n", &e), ERROR_SYNTAX);
    ck_assert_ptr_nonnull(strstr(e.text, ": File name too long"));
    path[length + NAME_LONG] = '\0';
    begin(&f, path, "kind 1\nf\n");
    begin(&g, path, "kind 1\ng\n");
    ck_assert_int_eq(atomic_file_commit(&g, &e), ERROR_NONE);
    expect_text(path, "kind 1\ng\n");
    ck_assert_int_eq(atomic_file_commit(&f, &e), ERROR_NONE);
    expect_text(path, "kind 1\nf\n");
    ck_assert_int_eq(chdir(place.path), 0);
    begin(&f, "y", "kind 1\n");
    ck_assert_int_eq(atomic_file_commit(&f, &e), ERROR_NONE);
    ck_assert_int_eq(chdir("/"), 0);
    expect_text(in(&place, "y").text, "kind 1\n");
}

/* Processes that replace the same file again and again do not disturb each other. */
TEST(writers_leave_each_other_alone)
{
    enum { WRITERS = 4, TIMES = 100 };
    const FilePath path = in(&place, "file");
    pid_t pids[WRITERS];
    for (int w = 0; w < WRITERS; w++) {
        pids[w] = fork();
        ck_assert_int_ge(pids[w], 0);
        if (pids[w] == 0) {
            Error e;
            ErrorCode code = ERROR_NONE;
            for (int i = 0; i < TIMES && code == ERROR_NONE; i++) {
                AtomicFile f;
                code = atomic_file_begin(&f, path.text, BEGINS, &e);
                if (code == ERROR_NONE) {
                    fputs("kind 1\n", f.stream);
                    code = atomic_file_commit(&f, &e);
                }
            }
            _exit(code == ERROR_NONE ? 0 : NOT_EXPECTED);
        }
    }
    for (int w = 0; w < WRITERS; w++) {
        ck_assert_int_eq(shell_wait(pids[w]), 0);
    }
    expect_text(path.text, "kind 1\n");
    expect_files("file ");
}

TEST(foreign_destinations_are_refused)
{
    const FilePath foreign = in(&place, "foreign"), part = in(&place, "short"), empty = in(&place, "empty"),
                   fifo = in(&place, "fifo"), dangling = in(&place, "dangling"), below = in(&place, "foreign/x"),
                   nowhere = in(&place, "nowhere/x"), slash = in(&place, "x/");
    AtomicFile f;
    Error e;
    set_text(foreign.text, "letters to my aunt\n");
    set_text(part.text, "kind");
    set_text(empty.text, "");
    ck_assert_int_eq(mkfifo(fifo.text, 0600), 0);
    ck_assert_int_eq(symlink("gone", dangling.text), 0);
    const struct {
        const char *path, *message;
    } refused[] = {{foreign.text, "holds something else and is not replaced"},
                   {part.text, "holds something else and is not replaced"},
                   {fifo.text, "is a FIFO, not a regular file"},
                   {place.path, "is a directory, not a regular file"},
                   {"/dev/full", "is a character device, not a regular file"},
                   {dangling.text, "is a symbolic link that leads nowhere"},
                   {below.text, "Not a directory"},
                   {nowhere.text, "No such file or directory"},
                   {slash.text, "No such file or directory"},
                   {"", "No such file or directory"}};
    for (int i = 0; i < ROWS(refused); i++) {
        ck_assert_int_eq(atomic_file_begin(&f, refused[i].path, BEGINS, &e), ERROR_SYNTAX);
        ck_assert_msg(strstr(e.text, refused[i].message) != NULL, "%s", e.text);
        ck_assert_msg(strncmp(e.text, refused[i].path, strlen(refused[i].path)) == 0, "%s", e.text);
        ck_assert_ptr_null(f.stream);
        atomic_file_abort(&f);
    }
    expect_text(foreign.text, "letters to my aunt\n");
    expect_text(part.text, "kind");
    expect_files("dangling empty fifo foreign short ");
    begin(&f, empty.text, BEGINS);
    ck_assert_int_eq(atomic_file_commit(&f, &e), ERROR_NONE);
    ck_assert_int_eq(atomic_file_begin(&f, foreign.text, NULL, &e), ERROR_NONE);
    atomic_file_abort(&f);
}

/* A full disk, for which a limit on the file size stands. */
TEST(failed_writing_keeps_the_destination)
{
    const FilePath path = in(&place, "file");
    set_text(path.text, "kind 1\nold\n");
    const pid_t pid = fork();
    ck_assert_int_ge(pid, 0);
    if (pid == 0) {
        AtomicFile f;
        Error e;
        const struct rlimit limit = {.rlim_cur = 4096, .rlim_max = 4096};
        signal(SIGXFSZ, SIG_IGN);
        if (setrlimit(RLIMIT_FSIZE, &limit) != 0 || atomic_file_begin(&f, path.text, BEGINS, &e) != ERROR_NONE) {
            _exit(NOT_EXPECTED);
        }
        for (int i = 0; i < 4096; i++) {
            fputs(BEGINS, f.stream);
        }
        _exit(atomic_file_commit(&f, &e) == ERROR_SYNTAX && strstr(e.text, "file: File too large") != NULL ? 0 : 1);
    }
    ck_assert_int_eq(shell_wait(pid), 0);
    expect_text(path.text, "kind 1\nold\n");
    expect_files("file ");
}

/* No file takes the number of a standard descriptor that was closed. */
TEST(closed_descriptors_are_filled)
{
    const pid_t pid = fork();
    ck_assert_int_ge(pid, 0);
    if (pid == 0) {
        Error e;
        close(STDIN_FILENO);
        close(STDOUT_FILENO);
        _exit(descriptor_begin(&e) != ERROR_NONE && open("/dev/null", O_RDWR) > STDERR_FILENO ? 0 : 1);
    }
    ck_assert_int_eq(shell_wait(pid), 0);
}

SUITE(.with = {&WITH_PLACE});
