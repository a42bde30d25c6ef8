#include "cmd/files/signals.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>

namespace graphvq {

struct Temporary {
  std::atomic<bool> used{false};
  std::string path = {};
  Temporary* next = nullptr;
};

namespace {

std::atomic<Temporary*> first = nullptr;  // of a list that only grows
volatile std::sig_atomic_t stop_signal = 0;

// What ends a process from outside: a terminal, a closed pipe, timers, batch systems and limits.
constexpr int ending[] = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT, SIGPIPE,
                          SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGVTALRM};

extern "C" void clean_up_and_die(int number) {
  for (const auto* each = first.load(); each != nullptr; each = each->next)
    if (each->used.load()) unlink(each->path.c_str());
  std::signal(number, SIG_DFL);
  raise(number);
}

extern "C" void note_stop(int number) { stop_signal = number; }

void handle(int number, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  struct sigaction old {};
  sigaction(number, nullptr, &old);
  // nohup and background jobs ignore signals on purpose.
  if (old.sa_handler != SIG_IGN) sigaction(number, &action, nullptr);
}

}  // namespace

Temporary* remember_temporary(const std::string& path) {
  auto* place = first.load();
  if (place == nullptr || place->used.load()) first.store(place = new Temporary{.next = place});
  place->path = path;
  place->used.store(true);
  return place;
}

void forget_temporary(Temporary* temporary) { temporary->used.store(false); }

HeldSignals::HeldSignals() {
  sigset_t held;
  sigemptyset(&held);
  for (const int number : ending) sigaddset(&held, number);
  pthread_sigmask(SIG_BLOCK, &held, &before_);
}

HeldSignals::~HeldSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

void occupy_standard_streams() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0)
      std::abort();
}

void install_signal_cleanup() {
  // A file over the shell's limit (ulimit -f) is then an error of the write, which cleans up.
  std::signal(SIGXFSZ, SIG_IGN);
  for (const int number : ending) handle(number, clean_up_and_die);
}

StopSignals::StopSignals() {
  for (const int number : {SIGINT, SIGTERM}) handle(number, note_stop);
}

StopSignals::~StopSignals() { install_signal_cleanup(); }

bool StopSignals::requested() { return stop_signal != 0; }

int StopSignals::exit_code() { return 128 + stop_signal; }

}  // namespace graphvq
