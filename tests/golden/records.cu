// Arrays of records, however a lane comes to its own: by index, by pointer, by reference, in a function that is given
// either. Where a lane takes all of its record, the sectors are not moved for nothing, whatever each request touches.

struct point {
	float x, y, z;
};

struct quad {
	float a, b, c, d;
};

struct __align__(16) vector {
	float a, b, c, d;
};

struct pair {
	point from, to;
};

__global__ void
by_index(float *out, const point *points)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = points[i].x;  // expect: uncoalesced-access
}

__global__ void
by_pointer(float *out, const point *points)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	const point *mine = points + i;
	out[i] = mine->x;  // expect: uncoalesced-access
}

__global__ void
by_reference(float *out, const point *points)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	const point &mine = points[i];
	out[i] = mine.x;  // expect: uncoalesced-access
}

__device__ float
height(const point *of)
{
	return of->z;  // expect: uncoalesced-access
}

__device__ float
depth(const point &of)
{
	return -of.y;  // expect: uncoalesced-access
}

__global__ void
in_function(float *out, const point *points)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = height(points + i);
}

__global__ void
in_function_of_reference(float *out, const point *points)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = depth(points[i]);
}

__global__ void
inner_record(float *out, const pair *pairs)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = pairs[i].to.y;  // expect: uncoalesced-access
}

// Every fourth record: that is a stride, and not the record's fault.
__global__ void
every_fourth(float *out, const quad *quads, int step)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = quads[i * step].a;  // expect: uncoalesced-access
}

__global__ void
all_members(float *out, const point *points)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = points[i].x + points[i].y + points[i].z;  // expect: uncoalesced-access
}

__global__ void
whole_copy(float *out, const quad *quads)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	quad mine = quads[i];  // expect: uncoalesced-access
	out[i] = mine.a + mine.b * mine.c - mine.d;
}

__global__ void
whole_store(quad *quads)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	quads[i] = {1, 2, 3, 4};  // expect: uncoalesced-access
}

__global__ void
one_vector(float *out, const vector *vectors)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	vector mine = vectors[i];
	out[i] = mine.a + mine.b * mine.c - mine.d;
}

// No records, but the same thing: each lane goes along a row of its own.
__global__ void
sum_rows(float *out, const float *in, int columns)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;
	for (int j = 0; j < columns; j++)
		sum += in[row * columns + j];  // expect: uncoalesced-access
	out[row] = sum;
}

int
main()
{
	const int n = 1 << 20, block = 256;
	float *out;
	point *points;
	pair *pairs;
	quad *quads;
	vector *vectors;
	cudaMalloc(&out, n * sizeof *out);
	cudaMalloc(&points, n * sizeof *points);
	cudaMalloc(&pairs, n * sizeof *pairs);
	cudaMalloc(&quads, 4 * n * sizeof *quads);
	cudaMalloc(&vectors, n * sizeof *vectors);
	by_index<<<n / block, block>>>(out, points);
	by_pointer<<<n / block, block>>>(out, points);
	by_reference<<<n / block, block>>>(out, points);
	in_function<<<n / block, block>>>(out, points);
	in_function_of_reference<<<n / block, block>>>(out, points);
	inner_record<<<n / block, block>>>(out, pairs);
	every_fourth<<<n / block, block>>>(out, quads, 4);
	all_members<<<n / block, block>>>(out, points);
	whole_copy<<<n / block, block>>>(out, quads);
	whole_store<<<n / block, block>>>(quads);
	one_vector<<<n / block, block>>>(out, vectors);
	sum_rows<<<n / block / 16, block>>>(out, (const float *)quads, 16);
	return 0;
}
