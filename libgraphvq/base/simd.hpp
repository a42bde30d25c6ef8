#pragma once

// Included before Highway, in a file that it compiles once for each set of vector instructions:
// those it leaves out. Vectors of unknown size cannot stand in arrays; the others add nothing that
// is used.
#define HWY_DISABLED_TARGETS \
  (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV | HWY_AVX3_DL | HWY_SSSE3)
