// Values that a loop keeps in memory, where the compiler does not keep them in a register by itself.

struct particle {
	float x, y, z;
};

// Members that are updated one by one: each store may change a later load.
__global__ void
move(particle *at, const particle *speed, int steps)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int s = 0; s < steps; s++) {
		at[i].x += 0.5f * speed[i].x;  // expect: memory-round-trip uncoalesced-access
		at[i].y += 0.5f * speed[i].y;
		at[i].z += 0.5f * speed[i].z;
	}
}

// In a loop in which threads wait, for what they have in shared memory alone.
__global__ void
multiply(float *c, const float *a, const float *b, int n)
{
	__shared__ float of_a[16][16], of_b[16][16];
	int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
	for (int k0 = 0; k0 < n; k0 += 16) {
		of_a[y][x] = a[row * n + k0 + x];
		of_b[y][x] = b[(k0 + y) * n + column];
		__syncthreads();
		float sum = 0;
		for (int k = 0; k < 16; k++)
			sum += of_a[y][k] * of_b[k][x];
		c[row * n + column] += sum;  // expect: memory-round-trip
		__syncthreads();
	}
}

// Others read what each iteration stores.
__global__ void
reduce(float *out, const float *in)
{
	__shared__ float part[256];
	int t = threadIdx.x;
	part[t] = in[blockIdx.x * 256 + t];
	for (int half = 128; half > 0; half /= 2) {
		__syncthreads();
		if (t < half)
			part[t] += part[t + half];
	}
	if (t == 0)
		out[blockIdx.x] = part[0];
}

// The program says that each access is to be made.
__global__ void
count(volatile int *counts, const int *in, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	for (int i = 0; i < n; i++)
		counts[t] += in[i * 65536 + t];
}

// Other elements of the array are loaded in between: any of them may be another thread's.
__global__ void
smooth(float *a, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	for (int i = 1; i < n; i++)
		a[t] += a[t + 32 * i];
}

// Neighbours load in each iteration what this one stores, and wait for each other in between.
__global__ void
relax(float *x, const float *b, int steps)
{
	int i = threadIdx.x;
	for (int s = 0; s < steps; s++) {
		float left = i > 0 ? x[i - 1] : 0, right = i < 255 ? x[i + 1] : 0;  // expect: misaligned-access
		__syncthreads();
		x[i] = 0.5f * (left + right) + b[i];
		__syncthreads();
	}
}

// Where rows lead nobody knows: to what another thread of the block has stored in the iteration before, perhaps.
__global__ void
add_rows(float *sums, float *const *rows, int n)
{
	int t = threadIdx.x;
	for (int i = 0; i < n; i++) {
		sums[t] += rows[i][t + 1];
		__syncthreads();
	}
}

// All threads set one flag.
__global__ void
find(int *found, const int *in, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	for (int i = 0; i < n; i++)
		if (in[i * 65536 + t] == 7)
			*found = 1;
}

// Another block that polls sees how far this one has come.
__global__ void
publish(int *progress, const int *in, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	int sum = 0;
	for (int i = 0; i < n; i++) {
		sum += in[i * 65536 + t];
		progress[t] = sum;
		__threadfence();
	}
}

// What the loop loads lies in shared memory, where no pointer of the kernel leads: the compiler keeps the force in a register.
__global__ void
attract(double *force, const double *in, const int *rounds)
{
	__shared__ double part[256];
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	for (int r = 0; r < rounds[blockIdx.x]; r++) {
		part[threadIdx.x] = in[r * 256 + threadIdx.x];
		__syncthreads();
		for (int k = 0; k < 256; k++)
			force[t] += sqrt(part[k]);
		__syncthreads();
	}
}

// Each iteration does the same: it is there for the time that it takes.
__global__ void
linger(int *out, const int *in, int times)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	for (int i = 0; i < times; i++)
		out[t] = in[t] + 1;
}

struct path {
	float at[1023];
	float length;
};

__device__ float
square(const float *a, const float *b)
{
	return (*a - *b) * (*a - *b);  // expect: uncoalesced-access
}

// A member of the thread's own record is added to, while the loop walks along an array in the same record.
__global__ void
measure(path *paths, const float *to)
{
	path *own = &paths[blockIdx.x * blockDim.x + threadIdx.x];
	own->length = 0;  // expect: uncoalesced-access
	for (int i = 0; i < 1023; i++)
		own->length += square(&own->at[i], to);  // expect: memory-round-trip
}

int
main()
{
	const int n = 65536;
	particle *at, *speed;
	float *a, *b, *c;
	int *in, *counts;
	cudaMalloc(&at, n * sizeof *at);
	cudaMalloc(&speed, n * sizeof *speed);
	cudaMalloc(&a, 4 * n * sizeof *a);
	cudaMalloc(&b, 4 * n * sizeof *b);
	cudaMalloc(&c, 4 * n * sizeof *c);
	cudaMalloc(&in, 64 * n * sizeof *in);
	cudaMalloc(&counts, n * sizeof *counts);
	move<<<n / 256, 256>>>(at, speed, 100);
	multiply<<<dim3(32, 32), dim3(16, 16)>>>(c, a, b, 512);
	reduce<<<n / 256, 256>>>(c, a);
	count<<<n / 256, 256>>>(counts, in, 64);
	smooth<<<n / 256, 256>>>(a, 64);
	relax<<<1, 256>>>(a, b, 1000);
	add_rows<<<n / 256, 256>>>(a, (float *const *)b, 1000);
	find<<<n / 256, 256>>>(counts, in, 64);
	publish<<<n / 256, 256>>>(counts, in, 64);
	double *force, *from;
	path *paths;
	cudaMalloc(&force, n * sizeof *force);
	cudaMalloc(&from, n * sizeof *from);
	cudaMalloc(&paths, n * sizeof *paths);
	attract<<<n / 256, 256>>>(force, from, in);
	linger<<<n / 256, 256>>>(counts, in, 50);
	measure<<<n / 256, 256>>>(paths, a);
	return 0;
}
