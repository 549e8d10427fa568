/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What this build is instrumented with. */
#ifndef BUSHKA_SUPPORT_SANITIZERS_H
#define BUSHKA_SUPPORT_SANITIZERS_H

/* 1 when a sanitizer slows the program down. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(undefined_behavior_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

/* 1 when that is the thread sanitizer. */
#if defined(__SANITIZE_THREAD__)
#define SANITIZED_THREADS 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SANITIZED_THREADS 1
#endif
#endif
#ifndef SANITIZED_THREADS
#define SANITIZED_THREADS 0
#endif

#endif
