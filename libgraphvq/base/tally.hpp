#pragma once

#include "libgraphvq/base/parallel.hpp"
