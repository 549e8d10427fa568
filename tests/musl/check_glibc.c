/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The check library of this machine is built for glibc. For programs with another C library this file has the functions
 * that only glibc has: guarded output functions, and the hooks for cancelling a thread, which no test does. Not part of
 * other builds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list list)
{
    (void)flag;
    return vfprintf(stream, format, list);
}

int __fprintf_chk(FILE *stream, int flag, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    const int written = __vfprintf_chk(stream, flag, format, list);
    va_end(list);
    return written;
}

int __printf_chk(int flag, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    const int written = __vfprintf_chk(stdout, flag, format, list);
    va_end(list);
    return written;
}

int __vsnprintf_chk(char *text, size_t size, int flag, size_t room, const char *format, va_list list)
{
    (void)flag;
    return vsnprintf(text, size < room ? size : room, format, list);
}

int __snprintf_chk(char *text, size_t size, int flag, size_t room, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    const int written = __vsnprintf_chk(text, size, flag, room, format, list);
    va_end(list);
    return written;
}

_Noreturn void __longjmp_chk(jmp_buf place, int value)
{
    longjmp(place, value);
}

void __pthread_register_cancel(void *place)
{
    (void)place;
}

void __pthread_unregister_cancel(void *place)
{
    (void)place;
}
