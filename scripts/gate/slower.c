/*
 * Makes a program's event loop slower by a known share: before each wait for events, it burns that share of the CPU time
 * that this thread has used since the last one.
 *
 *   gcc -O2 -shared -fPIC -o slower.so slower.c
 *   SLOWER_PERCENT=10 LD_PRELOAD=./slower.so mosquitto ...
 *
 * With 0 it does all but the burning, for a baseline that differs in nothing else.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <time.h>

static __thread long long last;

static long long cpu_nanos(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static double share(void) {
  static double known = -1;
  if (known < 0) {
    const char *percent = getenv("SLOWER_PERCENT");
    known = percent == NULL ? 0 : atof(percent) / 100;
  }
  return known;
}

int epoll_wait(int fd, struct epoll_event *events, int count, int timeout) {
  static int (*real)(int, struct epoll_event *, int, int);
  if (real == NULL) {
    real = (int (*)(int, struct epoll_event *, int, int))dlsym(RTLD_NEXT, "epoll_wait");
  }
  long long now = cpu_nanos();
  long long until = now + (long long)(share() * (now - last));
  while (now < until) {
    now = cpu_nanos();
  }
  last = now;
  return real(fd, events, count, timeout);
}
