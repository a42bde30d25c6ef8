#pragma once

#include <torch/torch.h>

#undef CHECK  // c10's logging has one as well
#include <catch2/catch.hpp>
