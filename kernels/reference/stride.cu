// A copy with one side that has a stride of `stride` elements between lanes.
//
// The whole array is copied in `stride` passes (blockIdx.y), each of which takes every stride-th element. So every degree
// moves the same elements of the same array exactly once, and no cache helps: before a later pass needs another element
// of a sector, the array, several times the size of the L2 cache, has been copied through it.
// Ideal form: the same passes over contiguous pieces.
//
// Each form exists twice: with one element per thread, as most kernels are written, where latency hides a part of the
// extra traffic; and with four loads of a thread in flight, which keeps memory busy and hides nothing.

const unsigned SECTOR_ELEMENTS = 8;

// The beginning of a pass. Passes that would share sectors are moved far apart if the stride makes that easy. The others have
// small strides, of which a single pass exceeds the cache.
static __device__ unsigned
first_element(unsigned pass, unsigned stride)
{
	if (stride % SECTOR_ELEMENTS != 0)
		return pass;
	unsigned sectors = stride / SECTOR_ELEMENTS;
	return pass % sectors * SECTOR_ELEMENTS + pass / sectors;
}

// One of the two sides: the place of the pass's element i.
struct side {
	unsigned first, step;
	__device__ unsigned operator()(unsigned i) const { return first + i * step; }
};

static __device__ side
strided(unsigned stride)
{
	return {first_element(blockIdx.y, stride), stride};
}

static __device__ side
contiguous(unsigned count)
{
	return {blockIdx.y * count, 1};
}

// How an element is loaded: by a plain load, or with a cache operator.
struct plain { static __device__ float load(const float *p) { return *p; } };
struct ca { static __device__ float load(const float *p) { return __ldca(p); } };
struct cg { static __device__ float load(const float *p) { return __ldcg(p); } };
struct cs { static __device__ float load(const float *p) { return __ldcs(p); } };

template <unsigned PER_THREAD, typename Load = plain>
static __device__ void
copy_pass(float *__restrict__ out, const float *__restrict__ in, unsigned count, side to, side from)
{
	unsigned first = blockIdx.x * blockDim.x * PER_THREAD + threadIdx.x;
	float value[PER_THREAD];
	#pragma unroll
	for (unsigned k = 0; k < PER_THREAD; k++)
		if (first + k * blockDim.x < count)
			value[k] = Load::load(&in[from(first + k * blockDim.x)]);
	#pragma unroll
	for (unsigned k = 0; k < PER_THREAD; k++)
		if (first + k * blockDim.x < count)
			out[to(first + k * blockDim.x)] = value[k];
}

extern "C" __global__ void
read_with_stride(float *out, const float *in, unsigned count, unsigned stride)
{
	copy_pass<1>(out, in, count, contiguous(count), strided(stride));
}

extern "C" __global__ void
write_with_stride(float *out, const float *in, unsigned count, unsigned stride)
{
	copy_pass<1>(out, in, count, strided(stride), contiguous(count));
}

extern "C" __global__ void
copy_in_passes(float *out, const float *in, unsigned count)
{
	copy_pass<1>(out, in, count, contiguous(count), contiguous(count));
}

extern "C" __global__ void
read_with_stride_busy(float *out, const float *in, unsigned count, unsigned stride)
{
	copy_pass<4>(out, in, count, contiguous(count), strided(stride));
}

extern "C" __global__ void
write_with_stride_busy(float *out, const float *in, unsigned count, unsigned stride)
{
	copy_pass<4>(out, in, count, strided(stride), contiguous(count));
}

extern "C" __global__ void
copy_in_passes_busy(float *out, const float *in, unsigned count)
{
	copy_pass<4>(out, in, count, contiguous(count), contiguous(count));
}

template <typename Load>
__global__ void
read_with_stride_by(float *out, const float *in, unsigned count, unsigned stride)
{
	copy_pass<1, Load>(out, in, count, contiguous(count), strided(stride));
}

template <typename Load>
__global__ void
copy_in_passes_by(float *out, const float *in, unsigned count)
{
	copy_pass<1, Load>(out, in, count, contiguous(count), contiguous(count));
}
