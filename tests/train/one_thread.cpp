#include <ATen/Parallel.h>

// Threads inside an operator would only spin on a busy machine.
static const bool one_thread = (at::set_num_threads(1), true);
