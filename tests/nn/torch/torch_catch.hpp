#pragma once

#include "libgraphvq/nn/torch/torch.hpp"

#undef CHECK  // c10's logging has one as well
#include <catch2/catch.hpp>
