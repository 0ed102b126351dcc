// options: --launch 'records<<<1, 32>>>(4096, 4096, 8)'
// options: --launch 'tile<<<1, dim3(16, 16)>>>(65536, 65536, 65536, 3)'
// options: --launch 'store_by_itself<<<3, 128>>>(1024)'
//
// Merged accesses of records and of a tile's rows (see merged_shared_accesses.cu).

struct body {
	double mass, x, y, z;
};

// Records of doubles move in pairs of two. The first shared array is aligned to 16 bytes.
__global__ void records(const body *from, double *to, int n)
{
	__shared__ body near[64];
	near[threadIdx.x] = from[threadIdx.x]; // expect: store shared exact requests=2 width=16 wavefronts=8
	__syncthreads();
	double sum = 0;
	for (int i = 0; i < n; i++)
		sum += near[i].mass * near[i].x + near[i].y * near[i].z; // expect: load shared assumed width=16 requests=4; load shared assumed width=16 requests=4; load shared exact width=16 requests=8
	to[threadIdx.x] = sum;
}

// A thread multiplies a row of a tile, 16 bytes at a time, by a column, 4 bytes at a time.
__global__ void tile(float *c, const float *a, const float *b, int tiles)
{
	__shared__ float rows[16][16], columns[16][16];
	const int x = threadIdx.x, y = threadIdx.y;
	float sum = 0;
	for (int t = 0; t < tiles; t++) {
		rows[y][x] = a[(t * 16 + y) * 16 + x];
		columns[y][x] = b[(t * 16 + y) * 16 + x];
		__syncthreads();
		for (int k = 0; k < 16; k++)
			sum += rows[y][k] *     // expect: load shared exact width=16 requests=96
			       columns[k][x];   // expect: load shared exact width=4 requests=384
		__syncthreads();
	}
	c[y * 16 + x] = sum;
}

// A store without neighbours stays as it is, however many blocks execute it.
__global__ void store_by_itself(double *p)
{
	__shared__ double s[1024];
	s[threadIdx.x * 8] = p[threadIdx.x]; // expect: store shared exact requests=12
	__syncthreads();
	p[threadIdx.x] = s[(127 - threadIdx.x) * 8];
}
