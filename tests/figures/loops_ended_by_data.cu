// options: --no-compile --launch 'iterations<<<1, 32>>>(4096, 4096, 7)'

// The number of iterations that were run is stated for all that is in a loop that data ends. A branch that data may skip is
// no surer than the accesses next to it.
__global__ void iterations(const int *d, float *p, int n)
{
	while (true) {
		if (threadIdx.x < 8)       // expect: branch assumed why="5 iterations of the loop at line 7: its trip count depends on data"
			p[threadIdx.x] = 1; // expect: store assumed why="5 iterations of the loop at line 7: its trip count depends on data"
		if (d[0] > n) break;
	}
	while (d[1] > n)
		atomicAdd(&p[threadIdx.x], 1.f); // expect: atomic assumed why="4 iterations of the loop at line 12: its trip count depends on data"
	if (d[2] > n)
		if (threadIdx.x < 16)               // expect: branch assumed why="all lanes that may execute this do; data decides which ones do"
			p[threadIdx.x + 64] = 2;    // expect: store assumed why="all lanes that may execute this do; data decides which ones do"
}
