/* Launches that depend on when objects end to live: temporaries, what was moved from, the last owner, the program's end. */
#include <cstdlib>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

__global__ void by_column(float *out, int stride)
{
	out[threadIdx.x * stride] = 1.0f;  // expect: uncoalesced-access
}
__global__ void in_order(float *out, int first)
{
	out[first + threadIdx.x] = 1.0f;
}

class Buffer {
	float *data_ = nullptr;
	int size_ = 0;

public:
	explicit Buffer(int n) : size_(n) { cudaMalloc(&data_, n * sizeof(float)); }
	Buffer(Buffer &&o) noexcept : data_(std::exchange(o.data_, nullptr)), size_(std::exchange(o.size_, 0)) {}
	Buffer &operator=(Buffer &&o) noexcept
	{
		std::swap(data_, o.data_);
		std::swap(size_, o.size_);
		return *this;
	}
	~Buffer() { cudaFree(data_); }
	float *data() const { return data_; }
	int size() const { return size_; }
};

/* What is collected is launched when the scope ends. */
class Batch {
	int &launched_;
	std::vector<std::function<void()>> work_;

public:
	explicit Batch(int &launched) : launched_(launched) {}
	Batch &add(std::function<void()> work)
	{
		work_.push_back(std::move(work));
		return *this;
	}
	~Batch()
	{
		for (const auto &work : work_) {
			work();
			launched_++;
		}
	}
};

static Buffer kept(64);

struct Farewell {
	int stride;
	~Farewell() { by_column<<<1, 32>>>(kept.data(), stride); }
};
static Farewell farewell{2};

static void at_the_end()
{
	in_order<<<1, 32>>>(kept.data(), 0);
}

int main()
{
	int launched = 0;
	std::atexit(at_the_end);
	Buffer a(1024), b(128);
	Batch(launched).add([&a] { in_order<<<1, 64>>>(a.data(), 8); }).add([&b] { in_order<<<1, 128>>>(b.data(), 0); });
	/* Both have been launched by now. */
	in_order<<<launched, 32>>>(a.data(), 32 * launched);
	std::vector<Buffer> all;
	all.push_back(std::move(b));
	all.push_back(Buffer(256));
	in_order<<<1, b.size() + 32>>>(all[0].data(), 0);
	auto shared = std::make_shared<Batch>(launched);
	shared->add([&] { by_column<<<1, 32>>>(all[1].data(), 8); });
	auto copy = shared;
	shared.reset();
	in_order<<<launched, 32>>>(a.data(), 0);
	copy.reset();
	in_order<<<launched, 32>>>(a.data(), 64);
	std::exit(0);
}
