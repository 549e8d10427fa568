/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stands in for the headers of macOS: those of glibc, without the names that macOS, or every system but Linux, lacks.
 * `make test-macos` includes it before each source, and defines __APPLE__ instead of __linux__. */
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Instead macOS has this. */
static inline int pthread_cond_timedwait_relative_np(pthread_cond_t *condition, pthread_mutex_t *lock,
                                                     const struct timespec *time)
{
    enum { NS_IN_S = 1000000000 };
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    const long ns = end.tv_nsec + time->tv_nsec;
    end.tv_sec += time->tv_sec + ns / NS_IN_S;
    end.tv_nsec = ns % NS_IN_S;
    return pthread_cond_timedwait(condition, lock, &end);
}

#undef MADV_HUGEPAGE
#undef MADV_POPULATE_WRITE
#undef MAP_POPULATE
#undef MAP_HUGETLB
#undef O_DIRECT
#undef O_PATH
#undef O_TMPFILE
#undef MSG_NOSIGNAL
#undef SOCK_CLOEXEC
#undef SOCK_NONBLOCK
#undef SOCK_SEQPACKET

/* macOS lacks these, */
#pragma GCC poison sigtimedwait sigwaitinfo sigqueue pipe2 dup3 accept4 ppoll
#pragma GCC poison pthread_condattr_setclock pthread_condattr_getclock pthread_mutex_timedlock
#pragma GCC poison pthread_barrier_init pthread_barrier_wait pthread_spin_lock pthread_mutexattr_setrobust
#pragma GCC poison sem_init sem_timedwait timer_create timer_settime clock_nanosleep
#pragma GCC poison MSG_NOSIGNAL SOCK_CLOEXEC SOCK_NONBLOCK SOCK_SEQPACKET
#pragma GCC poison posix_fallocate fdatasync aligned_alloc mq_open getresuid
/* and these all systems except Linux. */
#pragma GCC poison prctl memfd_create fallocate getrandom sched_getaffinity sched_setaffinity
#pragma GCC poison epoll_create1 eventfd signalfd timerfd_create strchrnul get_nprocs program_invocation_name
