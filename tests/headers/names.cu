// Names of the standard library, of Thrust and of CUB that are rarely used: none may be missing, nor mean something else.
#include <functional>
#include <future>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>
#include <unistd.h>
#include <cublasLt.h>
#include <cusolverDn.h>
#include <cub/cub.cuh>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/merge.h>
#include <thrust/mismatch.h>
#include <thrust/set_operations.h>
#include <thrust/swap.h>

extern "C" {
#include <CL/cl.h>
cl_int of_opencl(cl_command_queue, const cl_event *);
}
#if _POSIX_VERSION < 200112L
#error nothing tells the time
#endif
static const cusolverPrecType_t precision = CUSOLVER_R_32F;
static syevjInfo_t sweeps;
static const bool solved = cusolverDnCreateSyevjInfo(&sweeps) == CUSOLVER_STATUS_SUCCESS &&
	cusolverDnZheevj_bufferSize((cusolverDnHandle_t)0, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, 4, (const cuDoubleComplex *)0, 4, (const double *)0, (int *)0, sweeps) == 0 &&
	cusolverDnDsygvd((cusolverDnHandle_t)0, CUSOLVER_EIG_TYPE_1) == 0 && cusolverDnSSgels_bufferSize() == 0 && cusolverSpDcsreigvsi() == 0 &&
	cusolverDnXsyevd_bufferSize() == 0 && cusolverRfRefactor((cusolverRfHandle_t)0) == 0;
static const cudaEmulationMantissaControl control = CUDA_EMULATION_MANTISSA_CONTROL_FIXED;
static const cublasLtMatmulMatrixScale_t scale = CUBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F;

struct pinned {
	pinned(const pinned &) = delete;
	pinned &operator=(const pinned &) = delete;
	virtual ~pinned() {}
};
struct careless {
	careless(careless &&);
	careless &operator=(careless &&);
};
static_assert(std::is_nothrow_swappable_v<int> && std::is_nothrow_swappable<std::vector<int>>::value);
static_assert(std::is_swappable_v<careless> && !std::is_nothrow_swappable_v<careless> && !std::is_swappable_v<pinned>);
static_assert(std::is_nothrow_swappable_v<int[3]> && !std::is_swappable_v<void> && !std::is_swappable_with_v<int &, long &>);
static_assert(std::has_virtual_destructor_v<pinned> && !std::has_virtual_destructor_v<careless>);
static_assert(std::is_nothrow_default_constructible_v<int> && !std::is_nothrow_move_assignable_v<careless>);
static_assert(std::is_trivially_copy_assignable_v<int> && !std::is_trivially_move_constructible_v<careless>);
static_assert(std::is_invocable_r_v<double, int (*)(char), int> && !std::is_invocable_r_v<char *, int (*)(char), int>);
static_assert(std::is_invocable_r_v<void, int (*)(char), int> && !std::is_invocable_r_v<int, int (*)(char), char *>);
static_assert(std::is_nothrow_invocable_v<int (*)() noexcept> && !std::is_nothrow_invocable_v<int (*)()>);
static_assert(std::rank_v<int[2][3]> == 2 && std::extent_v<int[2][3], 1> == 3);
static_assert(sizeof(std::aligned_union_t<3, char, double>) == 8 && alignof(std::aligned_union_t<3, char, double>) == 8);

struct before {
	__host__ __device__ bool operator()(int a, int b) const { return a < b; }
};

__global__ void
sort_warps(int *data)
{
	typedef cub::WarpMergeSort<int, 2> sorter;
	__shared__ sorter::TempStorage storage[4];
	int items[2] = {data[2 * threadIdx.x], data[2 * threadIdx.x + 1]};
	sorter(storage[threadIdx.x / 32]).Sort(items, before());
	data[2 * threadIdx.x] = items[0];
}

static void
use_thrust(thrust::device_vector<int> &a, thrust::device_vector<int> &b, thrust::device_vector<int> &out, thrust::device_vector<int> &values)
{
	const auto ends = thrust::minmax_element(thrust::device, a.begin(), a.end(), before());
	const auto same = thrust::minmax_element(a.begin(), a.end());
	const auto differs = thrust::mismatch(a.begin(), a.end(), b.begin());
	thrust::swap_ranges(a.begin(), a.end(), b.begin());
	auto end = thrust::set_union(thrust::device, a.begin(), a.end(), b.begin(), b.end(), out.begin(), before());
	end = thrust::set_intersection(a.begin(), a.end(), b.begin(), b.end(), out.begin());
	end = thrust::set_difference(a.begin(), a.end(), b.begin(), b.end(), out.begin());
	end = thrust::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), out.begin(), before());
	thrust::set_union_by_key(a.begin(), a.end(), b.begin(), b.end(), a.begin(), b.begin(), out.begin(), values.begin());
	thrust::set_intersection_by_key(a.begin(), a.end(), b.begin(), b.end(), a.begin(), out.begin(), values.begin(), before());
	thrust::merge_by_key(thrust::device, a.begin(), a.end(), b.begin(), b.end(), a.begin(), b.begin(), out.begin(), values.begin());
	const thrust::iterator_difference_t<thrust::device_vector<int>::iterator> most = a.end() - a.begin();
	const typename thrust::iterator_value<int *>::type first = *a.begin() + (int)most;
	out.push_back(first);
	out.resize(end - out.begin() + (ends.first == same.second) + (differs.first == a.end()));
}

int
main()
{
	std::packaged_task<int(int)> task([](int x) { return x + 1; });
	std::future<int> result = task.get_future();
	task(3);
	std::promise<int> promise;
	const std::shared_future<int> promised = promise.get_future().share();
	promise.set_value(4);
	const auto [a, b, c] = std::tuple_cat(std::make_tuple(1, 2), std::make_tuple(3L));
	const auto next = [](int x) { return x + 1; };
	const std::reference_wrapper<const decltype(next)> referred(next);
	static_assert(std::is_invocable_r_v<int, decltype(referred), int>);
	const auto is_odd = [](int x) { return x % 2 == 1; };
	const int warps = result.get() * std::make_from_tuple<int>(std::make_tuple(1)) * (std::not_fn(is_odd)(b) ? 1 : 0);
	int *data;
	cudaMalloc(&data, 256 * sizeof *data);
	sort_warps<<<promised.get(), 32 * warps>>>(data);
	thrust::device_vector<int> first(32), second(32), out(64), values(64);
	use_thrust(first, second, out, values);
	return a + (int)c;
}
