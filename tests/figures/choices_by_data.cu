// options: --no-compile
// options: --launch 'side_of_a_choice<<<1, 32>>>(65536, 65536)'
// options: --launch 'right_of_and<<<1, 32>>>(65536, 65536)'
// options: --launch 'right_of_or<<<1, 32>>>(65536, 65536)'
// options: --launch 'both_sides<<<1, 32>>>(65536, 65536)'
// options: --launch 'call_on_a_side<<<1, 32>>>(65536, 65536)'
// options: --launch 'choice_of_an_argument<<<1, 32>>>(65536, 65536)'
// options: --launch 'pointer_on_a_side<<<1, 32>>>(65536, 65536)'
// options: --launch 'same_call_on_both_sides<<<1, 32>>>(65536, 65536)'
// options: --launch 'side_by_lane<<<1, 32>>>(65536, 65536)'
// options: --launch 'only_the_value_differs<<<1, 32>>>(65536, 65536)'
//
// Operands of ?:, && and || that change variables: whether lanes execute them depends on data, so that nothing is known of
// the variables afterwards.

__device__ int bump(int &r) { return r++; }

#define VARIABLES int t = threadIdx.x, p = 0, q = 0
#define STORE b[p * 32 + threadIdx.x] = q

__global__ void side_of_a_choice(int *a, int *b) { VARIABLES; int v = a[t] > 0 ? a[p++] : 7; a[64 + t] = v;
	STORE; } // expect: store unknown
__global__ void right_of_and(int *a, int *b) { VARIABLES; bool c = a[t] > 0 && (p += 32) > 5; if (c) t += 1;
	STORE; } // expect: store unknown
__global__ void right_of_or(int *a, int *b) { VARIABLES; bool c = a[t] > 0 || ++p; if (c) t += 1;
	STORE; } // expect: store unknown
__global__ void both_sides(int *a, int *b) { VARIABLES; a[t] > 5 ? p = 1 : q = 1; p = p * 3 + q;
	STORE; } // expect: store unknown
__global__ void call_on_a_side(int *a, int *b) { VARIABLES; a[t] > 5 ? bump(p) : 0;
	STORE; } // expect: store unknown
__global__ void choice_of_an_argument(int *a, int *b) { VARIABLES; a[t] > 5 ? bump(a[t] > 9 ? p : q) : bump(q); p = q;
	STORE; } // expect: store unknown
__global__ void pointer_on_a_side(int *a, int *b) { VARIABLES; const int *r = a + t; int x = *a > 3 ? *++r : *r; p = (int)(r - a);
	STORE; } // expect: store unknown

// Both arms change the variable equally, or each lane its own, as is known.
__global__ void same_call_on_both_sides(int *a, int *b) { VARIABLES; a[t] > 5 ? bump(p) : bump(p);
	STORE; } // expect: store exact
__global__ void side_by_lane(int *a, int *b) { VARIABLES; int v = t > 3 ? p++ : q++; a[64 + t] = v; p += q;
	STORE; } // expect: store exact
__global__ void only_the_value_differs(int *a, int *b) { VARIABLES; int v = a[t] > 3 ? (q = 3, q) : (q = 4, q); a[64 + t] = v;
	STORE; } // expect: store exact
