/* std::min and std::max, which <cmath> includes in libstdc++: nvcc's programs use them without <algorithm>. */
#ifndef GPULINT_LEAST_AND_MOST_H
#define GPULINT_LEAST_AND_MOST_H
#pragma GCC system_header
#pragma clang force_cuda_host_device begin
namespace std {
template <class T> constexpr const T &min(const T &a, const T &b) { return b < a ? b : a; }
template <class T> constexpr const T &max(const T &a, const T &b) { return a < b ? b : a; }
template <class T, class L> constexpr const T &min(const T &a, const T &b, L less) { return less(b, a) ? b : a; }
template <class T, class L> constexpr const T &max(const T &a, const T &b, L less) { return less(a, b) ? b : a; }
}
#pragma clang force_cuda_host_device end
#endif
