# LibTorch as imported targets of our own: torch's own find_package fails without a CUDA toolkit.
# LIBTORCH_ROOT, of the environment or set here, may be a LibTorch or the torch folder of a Python
# installation; what setup.sh unpacked is taken where it is empty.
set(LIBTORCH_ROOT "$ENV{LIBTORCH_ROOT}" CACHE PATH "Folder that holds LibTorch's include/ and lib/")
if(NOT LIBTORCH_ROOT)
  if(DEFINED ENV{XDG_CACHE_HOME})
    set(cache $ENV{XDG_CACHE_HOME})
  else()
    set(cache $ENV{HOME}/.cache)
  endif()
  set(LIBTORCH_ROOT ${cache}/graphvq/torch-2.11.0/torch)
endif()
if(NOT EXISTS ${LIBTORCH_ROOT}/include/torch/csrc/api/include/torch/torch.h)
  message(FATAL_ERROR "no LibTorch in ${LIBTORCH_ROOT}: run ./setup.sh, set -DLIBTORCH_ROOT=, or build with -DGRAPHVQ_TORCH=OFF")
endif()
# What `graphvq --version` prints: 2.11.0.
file(GLOB version_header ${LIBTORCH_ROOT}/include/torch/headeronly/version.h
  ${LIBTORCH_ROOT}/include/torch/csrc/api/include/torch/version.h)
set(libtorch_version "")
foreach(header ${version_header})
  file(STRINGS ${header} parts REGEX "^#define TORCH_VERSION_(MAJOR|MINOR|PATCH) [0-9]+$")
  if(parts)
    list(TRANSFORM parts REPLACE ".* " "")
    list(JOIN parts . libtorch_version)
  endif()
endforeach()
set_property(GLOBAL PROPERTY libtorch_version "${libtorch_version}")
add_library(LibTorch::c10 SHARED IMPORTED)
set_target_properties(LibTorch::c10 PROPERTIES IMPORTED_LOCATION ${LIBTORCH_ROOT}/lib/libc10.so)
add_library(LibTorch::torch SHARED IMPORTED)
set_target_properties(LibTorch::torch PROPERTIES
  IMPORTED_LOCATION ${LIBTORCH_ROOT}/lib/libtorch_cpu.so
  INTERFACE_LINK_LIBRARIES LibTorch::c10)
target_include_directories(LibTorch::torch SYSTEM INTERFACE
  ${LIBTORCH_ROOT}/include ${LIBTORCH_ROOT}/include/torch/csrc/api/include)

# What includes LibTorch takes 1.5 GB to compile: as many at once as memory allows.
cmake_host_system_information(RESULT torch_jobs QUERY AVAILABLE_PHYSICAL_MEMORY)
math(EXPR torch_jobs "${torch_jobs} / 1600")
if(torch_jobs LESS 1)
  set(torch_jobs 1)
endif()
set_property(GLOBAL APPEND PROPERTY JOB_POOLS torch=${torch_jobs})
