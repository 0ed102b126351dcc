// options: --no-compile
// options: --launch 'by_lane_and_by_warp<<<1, 128>>>(4096)'
// options: --launch 'inactive_lanes<<<1, 128>>>(4096)'
// options: --launch 'ladder<<<1, 64>>>(4096)'
// options: --launch 'switches<<<1, 64>>>(4096)' --launch 'cases<<<1, 64>>>(4096)'
// options: --launch 'gotos<<<1, 32>>>(4096)'
//
// Branches: how many warps execute both sides (divergent, per execution), how many warps execute a side (arm_warps), how
// many there would be if each warp took one side only (whole_warps), and the lanes of the sides (arm_lanes).

// A condition that differs between the lanes of a warp, and one that differs between warps.
__global__ void by_lane_and_by_warp(float *p)
{
	int i = threadIdx.x;
	if (i % 2) p[i] = 1;      // expect: branch exact requests=4 divergent=1 by_lane=1
	if (i / 32 % 2) p[i] = 2; // expect: branch exact requests=4 divergent=0 by_lane=0
}

// One lane of four is active. Its sectors are as many as those of all lanes, which is laid to the branch that made the
// others inactive. A side that only leaves is no code: what follows is the side.
__global__ void inactive_lanes(float *p)
{
	int i = threadIdx.x;
	if (i % 4 == 0) p[i] = 1; // expect: branch exact form="one_arm" arm_warps=4 arm_lanes=32 whole_warps=1
	                          // expect: store exact requests=4 sectors=4 excess_of_inactive_lanes=4 diverging_branch="i % 4 == 0"
	if (i % 4) return;        // expect: branch exact arm_lanes=32
	p[i + 128] = 2;           // expect: store exact requests=4 excess_of_inactive_lanes=4 diverging_branch="i % 4"
}

// A chain of else-ifs is one branch with several paths, which half of the lanes take.
__global__ void ladder(float *p)
{
	int i = threadIdx.x;
	if (i % 4 == 0) p[i] = 1;         // expect: branch exact form="ladder" arm_warps=4 arm_lanes=32 whole_warps=1
	else if (i % 4 == 1) p[i] = 2;    // expect: branch exact form="one_arm" diverging_branch="i % 4 == 0"
	if (i % 2) p[i] = 3;              // expect: branch exact diverging_branch="none"
	while (i++ % 32 < 20) p[i] = 4;   // expect: branch exact form="loop"
}

// A switch has as many paths as lanes enter.
__global__ void switches(float *p)
{
	int i = threadIdx.x;
	switch (i % 8) { // expect: branch exact form="switch" arm_warps=6 arm_lanes=56 whole_warps=2
	case 0: p[i] = 1; break;
	case 1: case 2: p[i] = 2; break;
	case 3: break;
	case 9: p[i] = 3; break;
	default: p[i] = 4;
	}
	switch (i / 32) { case 0: p[i] = 5; break; default: p[i] = 6; } // expect: branch exact arm_warps=2 whole_warps=2
}

__global__ void cases(float *p)
{
	int i = threadIdx.x;
	switch (i & 3) { case 0: p[i] = 1; break; case 1: p[i] = 2; break; default: p[i] = 3; } // expect: branch exact requests=2 divergent=1
	switch (i / 32) { case 0: p[i] = 4; break; default: p[i] = 5; }                         // expect: branch exact requests=2 divergent=0
}

// A goto is followed, and is no branch of its own.
__global__ void gotos(float *p)
{
	int i = 0;
again: // expect: branch none
	p[32 * i + threadIdx.x] = 1; // expect: store exact requests=4
	if (++i < 4) goto again;     // expect: branch exact requests=4
	for (int a = 0; a < 3; a++)  // expect: branch exact requests=2
		for (int b = 0; b < 3; b++) { // expect: branch exact requests=6
			if (a == 1 && b == 1) goto done; // expect: branch exact requests=5
			p[threadIdx.x] = 2; // expect: store exact requests=4
		}
	p[0] = 3;
done: // expect: branch none
	p[512 + i * threadIdx.x] = 4; // expect: store exact sectors=16
}
