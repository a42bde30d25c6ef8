#include <cstring>

#include "tests/bench/bench.hpp"

// graphvq_bench [TOPIC...]: a line "what, value, unit" for each measurement.
int main(int argc, char** argv) {
  struct Topic {
    const char* name;
    void (*run)();
  };
  const Topic topics[] = {{"mmd", graphvq::bench::mmd},
                          {"sampling", graphvq::bench::sampling},
                          {"structural", graphvq::bench::structural}};
  for (const auto& topic : topics) {
    bool asked = argc == 1;
    for (int i = 1; i < argc; ++i) asked |= std::strcmp(argv[i], topic.name) == 0;
    if (asked) topic.run();
  }
}
