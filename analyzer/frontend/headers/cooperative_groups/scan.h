#ifndef _COOPERATIVE_GROUPS_SCAN_H
#define _COOPERATIVE_GROUPS_SCAN_H
#pragma GCC system_header
#include <cooperative_groups.h>
namespace cooperative_groups {
template <class G, class T, class F> inline __device__ T inclusive_scan(const G &g, T v, F &&f)
{
	for (unsigned n = 1; n < g.size(); n *= 2) {
		T before = g.shfl_up(v, n);
		if (g.thread_rank() >= n)
			v = f(before, v);
	}
	return v;
}
template <class G, class T> inline __device__ T inclusive_scan(const G &g, T v) { return inclusive_scan(g, v, plus<T>()); }
template <class G, class T, class F> inline __device__ T exclusive_scan(const G &g, T v, F &&f)
{
	T before = g.shfl_up(inclusive_scan(g, v, f), 1);
	return g.thread_rank() == 0 ? T() : before;
}
template <class G, class T> inline __device__ T exclusive_scan(const G &g, T v) { return exclusive_scan(g, v, plus<T>()); }
/* The counter's value before the group's last thread adds the group's sum. */
template <class G, class A, class T, class F> inline __device__ T __gl_group_start(const G &g, A &counter, T sum, const F &f)
{
	T start = T();
	if (g.thread_rank() == g.size() - 1)
		start = details::update(counter, sum, f);
	return g.shfl(start, g.size() - 1);
}
template <class G, class A, class T, class F> inline __device__ T inclusive_scan_update(const G &g, A &counter, T v, F &&f)
{
	T sum = inclusive_scan(g, v, f);
	return f(__gl_group_start(g, counter, sum, f), sum);
}
template <class G, class A, class T> inline __device__ T inclusive_scan_update(const G &g, A &counter, T v) { return inclusive_scan_update(g, counter, v, plus<T>()); }
template <class G, class A, class T, class F> inline __device__ T exclusive_scan_update(const G &g, A &counter, T v, F &&f)
{
	T sum = inclusive_scan(g, v, f), start = __gl_group_start(g, counter, sum, f), before = g.shfl_up(sum, 1);
	return g.thread_rank() == 0 ? start : f(start, before);
}
template <class G, class A, class T> inline __device__ T exclusive_scan_update(const G &g, A &counter, T v) { return exclusive_scan_update(g, counter, v, plus<T>()); }
}
#endif
