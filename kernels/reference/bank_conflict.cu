// Shared memory read with `ways` lanes per bank, for elements of 4, 8 and 16 bytes.
//
// A row of the tile covers all 32 banks once. `ways` neighbouring lanes read the same column of different rows. So each group
// of lanes that is served together (32, 16 or 8 lanes, depending on the element's size) needs `ways` passes instead of one.
// Ideal form: one way.

const unsigned ROW_BYTES = 128;
const unsigned READS = 16;     // each one row further, unrolled
const unsigned SHIFTS = 16;    // row offsets of the iterations, so that none repeats the previous one
const unsigned ROWS = 32 + SHIFTS + READS;
const unsigned ROUNDS = 64;

static __device__ float sum(float x) { return x; }
static __device__ float sum(float2 x) { return x.x + x.y; }
static __device__ float sum(float4 x) { return (x.x + x.y) + (x.z + x.w); }

static __device__ void set(float &x, float value) { x = value; }
static __device__ void set(float2 &x, float value) { x.x = x.y = value; }
static __device__ void set(float4 &x, float value) { x.x = x.y = x.z = x.w = value; }

// Only loads, and one addition for each loaded word: shared memory is the limit.
template <typename T>
static __device__ void
read_shared(float *out, unsigned ways)
{
	const unsigned COLUMNS = ROW_BYTES / sizeof(T);  // as many lanes are served together
	__shared__ T tile[ROWS][COLUMNS];

	for (unsigned i = threadIdx.x; i < ROWS * COLUMNS; i += blockDim.x)
		set(tile[i / COLUMNS][i % COLUMNS], (float)i);
	__syncthreads();

	unsigned lane = threadIdx.x % 32, in_group = lane % COLUMNS;
	unsigned row = lane - in_group + in_group % ways, column = in_group / ways;
	float total = 0;
	for (unsigned round = 0; round < ROUNDS; round++) {
		const T *first = &tile[row + round % SHIFTS][column];
		#pragma unroll
		for (unsigned k = 0; k < READS; k++)
			total += sum(first[k * COLUMNS]);
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = total;
}

extern "C" __global__ void read_shared_4(float *out, unsigned ways) { read_shared<float>(out, ways); }
extern "C" __global__ void read_shared_8(float *out, unsigned ways) { read_shared<float2>(out, ways); }
extern "C" __global__ void read_shared_16(float *out, unsigned ways) { read_shared<float4>(out, ways); }

// The mildest case: memory is the limit, and each element passes through shared memory once. A block of 32 x 8 threads
// copies 32 x 32 elements in another order; `ways` of a warp's lanes, a power of two, read from one bank.
extern "C" __global__ void
copy_through_tile(float *__restrict__ out, const float *__restrict__ in, unsigned ways)
{
	const unsigned SIDE = 32;
	__shared__ float tile[SIDE][SIDE];

	unsigned lane = threadIdx.x, first = blockIdx.x * SIDE * SIDE;
	#pragma unroll
	for (unsigned y = threadIdx.y; y < SIDE; y += 8)
		tile[y][lane] = in[first + y * SIDE + lane];
	__syncthreads();

	unsigned banks = SIDE / ways;  // from which the lanes of a warp read
	#pragma unroll
	for (unsigned y = threadIdx.y; y < SIDE; y += 8) {
		unsigned row = lane % ways + y % banks * ways;
		unsigned column = lane / ways + y / banks * banks;
		out[first + y * SIDE + lane] = tile[row][column];
	}
}
