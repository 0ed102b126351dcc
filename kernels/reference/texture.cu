// The same elements by texture fetches and by plain loads, where a warp's elements are not contiguous. The table has the
// worker's shape of a texture and stays in the L2 cache.
// Ideal form: plain loads.

const unsigned FETCHES = 16;   // of a thread, each at another place

// Elements with a stride of `stride` between lanes, in a table of `size` elements, a power of two.
template <typename Source>
static __device__ float
read_strided(const Source &source, unsigned size, unsigned stride)
{
	unsigned first = blockIdx.x * blockDim.x * FETCHES + threadIdx.x;
	float total = 0;
	#pragma unroll
	for (unsigned k = 0; k < FETCHES; k++)
		total += source((first + k * blockDim.x) * stride & (size - 1));
	return total;
}

struct linear_texture {
	cudaTextureObject_t texture;
	__device__ float operator()(unsigned i) const { return tex1Dfetch<float>(texture, i); }
};

struct linear_memory {
	const float *memory;
	__device__ float operator()(unsigned i) const { return memory[i]; }
};

extern "C" __global__ void
fetch_strided(float *out, cudaTextureObject_t texture, unsigned size, unsigned stride)
{
	out[blockIdx.x * blockDim.x + threadIdx.x] = read_strided(linear_texture{texture}, size, stride);
}

extern "C" __global__ void
load_strided(float *out, const float *__restrict__ memory, unsigned size, unsigned stride)
{
	out[blockIdx.x * blockDim.x + threadIdx.x] = read_strided(linear_memory{memory}, size, stride);
}

// An image of `side` x `side`, of which a warp reads `rows` rows of 32 / rows elements at a time.
template <typename Image>
static __device__ float
read_tiles(const Image &image, unsigned side, unsigned rows)
{
	unsigned lane = threadIdx.x % 32, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, columns = 32 / rows;
	float total = 0;
	#pragma unroll
	for (unsigned k = 0; k < FETCHES; k++) {
		unsigned tile = warp * FETCHES + k, across = side / columns;
		unsigned x = tile % across * columns + lane % columns, y = tile / across * rows + lane / columns;
		total += image(x, y & (side - 1));
	}
	return total;
}

struct image_texture {
	cudaTextureObject_t texture;
	__device__ float operator()(unsigned x, unsigned y) const { return tex2D<float>(texture, x + 0.5f, y + 0.5f); }
};

struct image_memory {
	const float *memory;
	unsigned side;
	__device__ float operator()(unsigned x, unsigned y) const { return memory[y * side + x]; }
};

extern "C" __global__ void
fetch_tiles(float *out, cudaTextureObject_t texture, unsigned side, unsigned rows)
{
	out[blockIdx.x * blockDim.x + threadIdx.x] = read_tiles(image_texture{texture}, side, rows);
}

extern "C" __global__ void
load_tiles(float *out, const float *__restrict__ memory, unsigned side, unsigned rows)
{
	out[blockIdx.x * blockDim.x + threadIdx.x] = read_tiles(image_memory{memory, side}, side, rows);
}
