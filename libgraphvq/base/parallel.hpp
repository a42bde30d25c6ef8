#pragma once

#include <cstddef>
#include <functional>

namespace graphvq {

/// Calls task(worker, index) for each index below `count`, on at most `workers` threads, of which
/// the caller's is worker 0. Indices are handed out in order. What a task throws is thrown again
/// here, that of the lowest index first, when all are done.
void parallel(std::size_t count, unsigned workers,
              const std::function<void(unsigned worker, std::size_t index)>& task);

}  // namespace graphvq
