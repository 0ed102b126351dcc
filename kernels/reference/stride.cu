// A copy whose one side steps by `stride` elements from lane to lane.
//
// The whole array is copied, in `stride` passes (blockIdx.y) that each take every stride-th element. So every degree
// moves the same elements of the same array exactly once, and none of them gets help from a cache: by the time a later
// pass wants another element of a sector, the array, several times the size of the L2 cache, has gone through.
// Ideal form: the same passes over contiguous pieces.
//
// Each form comes twice: with one element to a thread, as most kernels are written, where waiting hides a part of the
// extra traffic; and with four loads of a thread under way, which keeps memory busy and hides nothing.

const unsigned SECTOR_ELEMENTS = 8;

// Where a pass begins. Passes that would share sectors are moved far apart where the stride makes that easy; the others
// are small strides, of which a single pass overruns the cache.
static __device__ unsigned
first_element(unsigned pass, unsigned stride)
{
	if (stride % SECTOR_ELEMENTS != 0)
		return pass;
	unsigned sectors = stride / SECTOR_ELEMENTS;
	return pass % sectors * SECTOR_ELEMENTS + pass / sectors;
}

// One of the two sides: where the pass's element i lies.
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

// What loads an element: as the compiler likes, or by the cache that the load names.
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
