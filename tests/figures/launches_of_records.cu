// options: --no-compile

// Launches are distinguished by what records hold, nested ones included, and by where in the array they begin. Another
// buffer of the same size makes no difference.
struct walk {
	float *p;
	struct {
		short step, skipped[3];
	} by;
};

__global__ void walks(walk w)
{
	if (w.p)
		w.p[threadIdx.x * w.by.step + w.by.skipped[2]] = 1;
	// expect: @1 store exact requests=1 sectors=4; @2 store exact requests=1 sectors=8; @3 store exact requests=1 sectors=5
	// expect: @4 store exact requests=1 sectors=5
}

int main()
{
	float *a, *b;
	cudaMalloc(&a, 4096);
	cudaMalloc(&b, 4096);
	walks<<<1, 32>>>({a, {1, {0, 0, 0}}});       // expect: launch source repeats=2
	walks<<<1, 32>>>({a, {2, {0, 0, 0}}});       // expect: launch source repeats=1
	walks<<<1, 32>>>({a, {1, {0, 0, 5}}});       // expect: launch source repeats=1
	walks<<<1, 32>>>({a + 1, {1, {0, 0, 0}}});   // expect: launch source repeats=1
	walks<<<1, 32>>>({nullptr, {1, {0, 0, 0}}}); // expect: launch source repeats=1
	walks<<<1, 32>>>({b, {1, {0, 0, 0}}});       // expect: launch none
}
