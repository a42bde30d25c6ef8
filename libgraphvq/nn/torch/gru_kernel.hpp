#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace graphvq {

/// The recurrence of one GRU layer over packed rows, vectorised over the hidden units for the
/// machine it runs on. Gates stand r, z, n; T is float or double.
template <class T>
struct GruForward {
  std::span<const std::int64_t> sizes;  // sequences alive at each step
  std::size_t hidden;
  const T* projected;  // [rows, 3h] input part of the gates, with its bias
  const T* weight;     // [h, 3h] recurrent weights, transposed
  const T* bias;       // [3h] of the recurrent part
  const T* initial;    // [sizes[0], h]
  T* gates;            // [rows, 4h] out: r, z, n and the recurrent part of n
  T* states;           // [rows, h] out
};

template <class T>
struct GruBackward {
  std::span<const std::int64_t> sizes;
  std::size_t hidden;
  std::size_t rows;
  const T* weight;    // [3h, h] recurrent weights
  const T* initial;   // [sizes[0], h]
  const T* gates;     // as forward left them
  const T* states;    // as forward left them
  const T* grad;      // [rows, h] of the loss by the states
  T* before;          // [rows, h] out: the state before each row
  T* grad_projected;  // [rows, 3h] out
  T* grad_recurrent;  // [rows, 3h] out: by the recurrent part of the gates
  T* carry;           // [sizes[0], h] zeros on entry; out: by the initial states
};

void gru_forward(const GruForward<float>& task);
void gru_forward(const GruForward<double>& task);
void gru_backward(const GruBackward<float>& task);
void gru_backward(const GruBackward<double>& task);

}  // namespace graphvq
