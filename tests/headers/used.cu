// What programs do with the newer headers: none of it may prevent the evaluation of the kernel.
#include <barrier>
#include <concepts>
#include <coroutine>
#include <format>
#include <latch>
#include <memory_resource>
#include <ranges>
#include <regex>
#include <semaphore>
#include <source_location>
#include <stdatomic.h>
#include <stop_token>
#include <syncstream>
#include <tgmath.h>
#include <thread>
#include <immintrin.h>
#include <iostream>
#include <string>
#include <vector>
#include <cuda.h>

template <std::floating_point T> __global__ void
scale(T *data, int n, T factor)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] *= factor;
}

struct task {
	struct promise_type {
		task get_return_object() { return {}; }
		std::suspend_never initial_suspend() noexcept { return {}; }
		std::suspend_never final_suspend() noexcept { return {}; }
		void return_void() {}
		void unhandled_exception() {}
	};
};

static void
report(const std::string &text, std::source_location where = std::source_location::current())
{
	std::osyncstream(std::cout) << where.file_name() << ":" << where.line() << ": " << text << "\n";
}

static bool
is_number(const std::string &text)
{
	static const std::regex number("([0-9]+)(\\.[0-9]*)?");
	std::smatch match;
	return std::regex_match(text, match, number) && match[1].length() > 0;
}

static int
sum_of_squares(int n)
{
	int sum = 0;
	for (int x : std::views::iota(1, n) | std::views::filter([](int v) { return v % 2 == 0; }) |
	             std::views::transform([](int v) { return v * v; }))
		sum += x;
	return sum;
}

int
main(int argc, char **argv)
{
	std::pmr::monotonic_buffer_resource pool;
	std::pmr::vector<int> sizes(&pool);
	for (int i : {3, 1, 2})
		sizes.push_back(i);
	std::ranges::sort(sizes);
	if (argc > 1 && !is_number(argv[1]))
		report(std::format("{} is no number", argv[1]));

	std::latch done(1);
	std::barrier phase(1);
	std::binary_semaphore slot(1);
	std::jthread worker([&](std::stop_token stop) {
		slot.acquire();
		if (!stop.stop_requested())
			done.count_down();
		slot.release();
		phase.arrive_and_wait();
	});
	done.wait();
	atomic_int counter = 0;
	atomic_fetch_add(&counter, 1);

	alignas(16) float four[4] = {1, 2, 3, 4};
	_mm_store_ps(four, _mm_mul_ps(_mm_load_ps(four), _mm_set1_ps(2)));

	const int n = sum_of_squares(9) * 1024 * sizes[0] * (int)four[3];
	float *data;
	cudaMalloc(&data, n * sizeof *data);
	cuMemsetD32Async((CUdeviceptr)data, 0x3f3f3f3f, n, 0);
	CUlaunchAttribute attribute = {.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION};
	attribute.value.clusterDim.x = 1;
	std::operator<<(std::cout, "begins\n") << attribute.value.clusterDim.x;
	scale<<<n / 256, 256>>>(data, n, 2.0f);
	cudaFree(data);
	return 0;
}
