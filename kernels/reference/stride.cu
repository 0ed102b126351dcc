// A copy whose one side steps by `stride` elements from lane to lane.
//
// The whole array is copied, in `stride` passes (blockIdx.y) that each take every stride-th element. So every degree
// moves the same elements of the same array exactly once, and none of them gets help from a cache: by the time a later
// pass wants another element of a sector, the array, several times the size of the L2 cache, has gone through.
// Ideal form: the same passes over contiguous pieces.

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

extern "C" __global__ void
read_with_stride(float *__restrict__ out, const float *__restrict__ in, unsigned count, unsigned stride)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned pass = blockIdx.y;
	if (i < count)
		out[pass * count + i] = in[i * stride + first_element(pass, stride)];
}

extern "C" __global__ void
write_with_stride(float *__restrict__ out, const float *__restrict__ in, unsigned count, unsigned stride)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned pass = blockIdx.y;
	if (i < count)
		out[i * stride + first_element(pass, stride)] = in[pass * count + i];
}

extern "C" __global__ void
copy_in_passes(float *__restrict__ out, const float *__restrict__ in, unsigned count)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned pass = blockIdx.y;
	if (i < count)
		out[pass * count + i] = in[pass * count + i];
}
