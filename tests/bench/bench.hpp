#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>
#include <string>

// One file a topic; main.cpp lists them. What counts are ratios of one run: times depend on the
// machine and on who else uses it.

namespace graphvq::bench {

/// The least seconds of `repeats` calls.
template <class Work>
double seconds(int repeats, const Work& work) {
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < repeats; ++i) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    least = std::min(least, taken.count());
  }
  return least;
}

inline void report(const std::string& what, double value, const char* unit) {
  std::printf("%s\t%.4g\t%s\n", what.c_str(), value, unit);
  std::fflush(stdout);
}

/// Fused multiply-adds of 32-bit floats a second and core, measured.
double peak_multiply_adds();

void mmd();
void sampling();
void structural();

}  // namespace graphvq::bench
