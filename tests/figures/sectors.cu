// options: --no-compile
// options: --launch 'size_unknown<<<10, 256>>>(_)' --launch 'contiguous<<<10, 256>>>(1048576)'
// options: --launch 'strided<<<4, 64>>>(1048576, 3)' --launch 'offset<<<4, 64>>>(1048576, 1)'
// options: --launch 'guarded<<<8, 128>>>(4096, 1000)'
// options: --launch 'columns<<<1, (32, 4)>>>(128)'
// options: --launch 'long_loop<<<16, 256>>>(67108864, 16384, 4096)'
// options: --launch 'narrow_block<<<1, (8, 8)>>>(65536)'
// options: --launch 'backwards<<<1, 64>>>(4096, 4096, 1024)'
// options: --launch 'active_lanes<<<1, 32>>>(1048576)'
// options: --launch 'old_values_of_members<<<1, 32>>>(65536)'
// options: --launch 'exchange<<<1, 64>>>(65536)'
//
// Sectors and wavefronts of requests, by how the lanes of a warp step through memory.

// A buffer of unknown size may not begin a sector: nobody knows its alignment.
__global__ void size_unknown(float *p)
{
	p[blockIdx.x * blockDim.x + threadIdx.x] = 1; // expect: store global assumed requests=80 sectors=4
}

__global__ void contiguous(float *p)
{
	p[blockIdx.x * blockDim.x + threadIdx.x] = 1; // expect: store global exact requests=80 sectors=4
}

__global__ void strided(float *p, int s)
{
	p[(blockIdx.x * blockDim.x + threadIdx.x) * s] = 1; // expect: store exact requests=8 sectors=12
}

__global__ void offset(float *p, int o)
{
	p[blockIdx.x * blockDim.x + threadIdx.x + o] = 1; // expect: store exact requests=8 sectors=5
}

// n is 1000: the last of 32 warps has 8 lanes, whose floats are one sector.
__global__ void guarded(float *p, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)        // expect: branch exact requests=32 divergent=1/32
		p[i] = 1; // expect: store exact requests=32 lanes=1000/32 sectors=125/32
}

// Lanes along a column of 32 words meet in one bank, unless rows are padded.
__global__ void columns(float *p)
{
	__shared__ float t[32][32];
	__shared__ float padded[32][33];
	t[threadIdx.x][threadIdx.y] = p[0];   // expect: store shared exact requests=4 wavefronts=32 lane_step=128 shared_row_bytes=128
	padded[threadIdx.x][threadIdx.y] = 2; // expect: store shared exact requests=4 wavefronts=1
	p[threadIdx.x] = t[0][threadIdx.x] + padded[0][threadIdx.x];
}

// Some of the 4096 iterations stand for the others.
__global__ void long_loop(const float *a, float *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;
	for (int j = 0; j < n; j++)
		s += a[j * n + i]; // expect: load exact requests=524288 lanes=32 sectors=4 extrapolated=1
	b[i] = s;
}

// A warp is four rows of eight threads: contiguous within a row, at uneven steps, or along a column.
__global__ void narrow_block(float *p)
{
	int x = threadIdx.x, y = threadIdx.y;
	p[y * 100 + x] = 1;     // expect: store exact pattern="mixed" by_rows=1
	p[y * 100 + x * x] = 1; // expect: store exact pattern="mixed" by_rows=0 lane_step=0
	p[x * 100 + y] = 1;     // expect: store exact pattern="mixed" by_rows=0 lane_step=400 reason="lanes step by 400 bytes within a row of the block"
}

// Lanes that walk backwards begin where the last of them is.
__global__ void backwards(float *p, const float *q, int n)
{
	int i = threadIdx.x;
	p[i] = q[n - i];          // expect: load assumed pattern="misaligned" misalignment=4
	p[i + 64] = q[n - 1 - i]; // expect: load exact pattern="contiguous" sectors=4
}

// The step between evenly spaced active lanes is reported as well.
__global__ void active_lanes(float *p)
{
	int i = threadIdx.x;
	if (i & 1)
		p[8 * __popc(0xaaaaaaaau & ((1u << i) - 1))] = 1; // expect: store exact lane_step=16 active_step=32 reason="active lanes step by 32 bytes"
	if (i % 5 == 1 || i % 7 == 3)
		p[3 * i] = 2; // expect: store exact active_step=12 reason="lanes step by 12 bytes"
}

struct stack {
	int slots[4], top;
	__device__ int push(int x)
	{
		slots[top] = x;
		return top++;
	}
};

// top++ is the old value of a member.
__global__ void old_values_of_members(float *p)
{
	stack s;
	s.top = 0;
	p[32 * s.top++ * threadIdx.x] = 1; // expect: store exact sectors=1
	p[s.push(3) * threadIdx.x] = 2;    // expect: store exact sectors=4
	p[s.top * threadIdx.x] = 3;        // expect: store exact sectors=8
}

// Indices that go through shared memory and between lanes are known.
__global__ void exchange(float *y)
{
	__shared__ int order[64];
	int i = threadIdx.x;
	order[i] = 63 - i;
	__syncthreads();
	y[order[i]] = 1; // expect: store global exact sectors=4
	int other = __shfl_xor_sync(0xffffffff, i, 1);
	y[other * 8] = 2; // expect: store exact requests=2 sectors=32
}
