/*
 * The floor: the least CPU that fan-in over MQTT 3.1.1, QoS 0, can cost a client on this kernel.
 *
 * One thread makes the system calls that any client has to make, and nothing else: a write() for each
 * message, epoll_pwait2() for the next due instant or for input, a read() for what came. It keeps no
 * account, no histogram and no header but a sequence number, and it parses nothing.
 *
 * usage: floor PORT PUBLISHERS CONSUMERS RATE SECONDS
 * prints the CPU time (user and system) of this process for each message sent, in microseconds.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { PAYLOAD = 32, MAX_EVENTS = 1024, PRECISION_NANOS = 100000, WARM_UP_SECONDS = 2 };

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static long long now_nanos(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static double cpu_micros(void) {
  struct rusage u;
  getrusage(RUSAGE_SELF, &u);
  return (u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1e6 + u.ru_utime.tv_usec + u.ru_stime.tv_usec;
}

static void send_all(int fd, const void *bytes, size_t length) {
  if (write(fd, bytes, length) != (ssize_t)length) fail("write");
}

static int connect_client(int port, const char *id) {
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  int one = 1;
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)};
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (fd < 0 || connect(fd, (struct sockaddr *)&to, sizeof to) != 0) fail("connect");
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  unsigned char packet[64] = {0x10, 0, 0, 4, 'M', 'Q', 'T', 'T', 4, 2, 0, 0, 0};
  size_t length = strlen(id);
  packet[1] = 12 + length;
  packet[13] = length;
  memcpy(packet + 14, id, length);
  send_all(fd, packet, 14 + length);
  if (read(fd, packet, 4) != 4 || packet[3] != 0) fail("CONNACK");
  return fd;
}

static void subscribe(int fd) {
  const char *filter = "$share/floor/p/#";
  unsigned char packet[64] = {0x82, 0, 0, 1, 0};
  size_t length = strlen(filter);
  packet[1] = 5 + length;
  packet[5] = length;
  memcpy(packet + 6, filter, length);
  packet[6 + length] = 0;
  send_all(fd, packet, 7 + length);
  if (read(fd, packet, 5) < 5) fail("SUBACK");
}

struct publisher {
  int fd;
  int length;
  unsigned char packet[96];
};

int main(int argc, char **argv) {
  if (argc != 6) {
    fprintf(stderr, "usage: floor PORT PUBLISHERS CONSUMERS RATE SECONDS\n");
    return 2;
  }
  int port = atoi(argv[1]), publishers = atoi(argv[2]), consumers = atoi(argv[3]);
  double rate = atof(argv[4]);
  int seconds = atoi(argv[5]);
  int epoll = epoll_create1(0);
  char id[32];
  for (int i = 0; i < consumers; i++) {
    snprintf(id, sizeof id, "floor-c%d", i);
    int fd = connect_client(port, id);
    subscribe(fd);
    fcntl(fd, F_SETFL, O_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};
    epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
  }
  struct publisher *all = calloc(publishers, sizeof *all);
  for (int i = 0; i < publishers; i++) {
    snprintf(id, sizeof id, "floor-p%d", i);
    all[i].fd = connect_client(port, id);
    fcntl(all[i].fd, F_SETFL, O_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = all[i].fd};
    epoll_ctl(epoll, EPOLL_CTL_ADD, all[i].fd, &event);
    char topic[32];
    int length = snprintf(topic, sizeof topic, "p/0/t/%d", i);
    unsigned char *p = all[i].packet;
    p[0] = 0x30;
    p[1] = 2 + length + PAYLOAD;
    p[3] = length;
    memcpy(p + 4, topic, length);
    all[i].length = 4 + length + PAYLOAD;
  }

  static unsigned char buffer[65536];
  struct epoll_event events[MAX_EVENTS];
  long long start = now_nanos() + 10000000, received_bytes = 0, sent = 0, counted_from = 0;
  long long warm = start + WARM_UP_SECONDS * 1000000000LL;
  long long end = warm + seconds * 1000000000LL;
  double cpu_start = 0;
  for (;;) {
    long long now = now_nanos(), turn = now, due;
    if (cpu_start == 0 && now >= warm) {
      cpu_start = cpu_micros();
      counted_from = sent;
    }
    if (now >= end) break;
    while ((due = start + (long long)(sent * 1e9 / rate)) <= now) {
      struct publisher *p = &all[sent % publishers];
      memcpy(p->packet + p->length - PAYLOAD, &due, sizeof due);
      memcpy(p->packet + p->length - PAYLOAD + 8, &sent, sizeof sent);
      if (write(p->fd, p->packet, p->length) != p->length && errno != EAGAIN) fail("write");
      sent++;
      now = now_nanos();
    }
    if (due < turn + PRECISION_NANOS) due = turn + PRECISION_NANOS;
    long long wait = due - now_nanos();
    if (wait < 0) wait = 0;
    struct timespec timeout = {.tv_sec = wait / 1000000000LL, .tv_nsec = wait % 1000000000LL};
    int ready = epoll_pwait2(epoll, events, MAX_EVENTS, &timeout, NULL);
    for (int i = 0; i < ready; i++) {
      ssize_t count = read(events[i].data.fd, buffer, sizeof buffer);
      if (count > 0) received_bytes += count;
    }
  }
  double micros = cpu_micros() - cpu_start;
  long long counted = sent - counted_from;
  printf("floor %.2f us per message, %lld messages, %.0f per second, %lld bytes received\n",
         micros / counted, counted, counted / (double)seconds, received_bytes);
  return 0;
}
