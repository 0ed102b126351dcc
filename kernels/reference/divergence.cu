// Work of a warp's lanes on `paths` different paths.
//
// Each thread takes exactly one of `paths` equal paths. The paths are in a loop, so that one kernel serves all degrees and the
// compiler cannot merge them: if the lanes of a warp differ, the warp executes `paths` of them.
// Ideal form: whole warps take the same paths.

static __device__ unsigned
work(unsigned x)
{
	for (unsigned k = 0; k < 1024; k++)
		x = (x ^ (x >> 7)) * 69069u + 1;
	return x;
}

static __device__ void
take_path(unsigned *out, unsigned mine, unsigned paths)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned x = i;
	for (unsigned path = 0; path < paths; path++)
		if (path == mine)
			x = work(x + path);
	out[i] = x;
}

extern "C" __global__ void
diverge_by_lane(unsigned *out, unsigned paths)
{
	take_path(out, threadIdx.x % 32 % paths, paths);
}

extern "C" __global__ void
branch_by_warp(unsigned *out, unsigned paths)
{
	take_path(out, threadIdx.x / 32 % paths, paths);
}
