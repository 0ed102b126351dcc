// options: --no-compile
//
// Compare-and-swap loops, and the native atomic that does the same (native; native_loads=1 if it would load its operand).
// A finding about such a loop must not suggest an atomic that does something else.

// The loop computes the new value from the old one by an operation that CUDA has an atomic for.
__global__ void add(int *p, int n)
{
	int a = *p, e; do { e = a; a = atomicCAS(p, e, e + n); } while (a != e); // expect: atomic assumed native="atomicAdd on int" native_loads=0
}
__global__ void add_until_equal(int *p, int n)
{
	int a = *p, e; do { e = a; a = atomicCAS(p, e, n + e); } while (!(e == a)); // expect: atomic assumed native="atomicAdd on int" native_loads=0
}
__global__ void subtract(int *p, int n)
{
	int a = *p, e; do { e = a; a = atomicCAS(p, e, e - n); } while (a != e); // expect: atomic assumed native="atomicAdd on int with the negated operand" native_loads=0
}
__global__ void and_(int *p, int n)
{
	int a = *p, e; do { e = a; a = atomicCAS(p, e, e & n); } while (a != e); // expect: atomic assumed native="atomicAnd on int" native_loads=0
}
__global__ void exchange(int *p, int n)
{
	int a = *p, e; do { e = a; a = atomicCAS(p, e, n); } while (a != e); // expect: atomic assumed native="atomicExch on int" native_loads=0
}
__global__ void minimum(int *p, int n)
{
	int a = *p, e; do { e = a; a = atomicCAS(p, e, min(e, n)); } while (a != e); // expect: atomic assumed native="atomicMin on int" native_loads=0
}
__global__ void maximum_by_choice(int *p, int n)
{
	int a = *p, e; do { e = a; a = atomicCAS(p, e, e < n ? n : e); } while (a != e); // expect: atomic assumed native="atomicMax on int" native_loads=0
}
__global__ void minimum_by_choice(int *p, int n)
{
	int a = *p, e; do { e = a; a = atomicCAS(p, e, n <= e ? n : e); } while (a != e); // expect: atomic assumed native="atomicMin on int" native_loads=0
}
__global__ void minimum_by_other_choice(int *p, int n)
{
	int a = *p, e; do { e = a; a = atomicCAS(p, e, n > e ? e : n); } while (a != e); // expect: atomic assumed native="atomicMin on int" native_loads=0
}
__global__ void add_of_a_loaded_value(int *p, const int *q)
{
	int a = *p, e; do { e = a; a = atomicCAS(p, e, e + *q); } while (a != e); // expect: atomic assumed native="atomicAdd on int" native_loads=1
}
__global__ void add_of_a_value_loaded_before(int *p, const int *q, int n)
{
	int a = *p, e; do { e = a; int v = 2 * q[n]; a = atomicCAS(p, e, e + v); } while (a != e); // expect: atomic assumed native="atomicAdd on int" native_loads=1
}
__global__ void xor_with_a_reload(int *p, int n)
{
	int e = *p; while (atomicCAS(p, e, e ^ n) != e) e = *p; // expect: atomic assumed native="atomicXor on int" native_loads=0
}
__global__ void or_with_a_return(int *p, int n)
{
	for (;;) { int e = *(volatile int *)p; if (atomicCAS(p, e, e | n) == e) return; } // expect: atomic assumed native="atomicOr on int" native_loads=0
}
__global__ void add_of_floats(float *f, int n)
{
	int *b = (int *)f, a = *b, e; do { e = a; a = atomicCAS(b, e, __float_as_int(__int_as_float(e) + n)); } while (a != e); // expect: atomic assumed native="atomicAdd on float" native_loads=0
}
__global__ void add_in_64_bits(unsigned long long *u, int n)
{
	unsigned long long a = *u, e; do { e = a; a = atomicCAS(u, e, e + (long long)n); } while (a != e); // expect: atomic assumed native="atomicAdd on unsigned long long" native_loads=0
}
__global__ void add_for_the_system(unsigned long long *u)
{
	unsigned long long a = *u, e; do { e = a; a = atomicCAS_system(u, e, e + 1); } while (a != e); // expect: atomic assumed native="atomicAdd_system on unsigned long long" native_loads=0
}
__global__ void add_in_shared_memory(int *o, int n)
{
	__shared__ int s[64];
	int a = *s, e; do { e = a; a = atomicCAS(s, e, e + n); } while (a != e); *o = a; // expect: atomic assumed native="atomicAdd on int" native_loads=0
}

// The operation has no atomic: n - e, e + e, conversions. fmaxf differs from an integer maximum for negative numbers.
__global__ void subtract_from(int *p, int n)
{
	int a = *p, e; do { e = a; a = atomicCAS(p, e, n - e); } while (a != e); // expect: atomic assumed native="none" native_loads=0
}
__global__ void twice(int *p)
{
	int a = *p, e; do { e = a; a = atomicCAS(p, e, e + e); } while (a != e); // expect: atomic assumed native="none" native_loads=0
}
__global__ void float_sum_as_a_number(float *f)
{
	int *b = (int *)f, a = *b, e; do { e = a; a = atomicCAS(b, e, (int)(e + 1.0f)); } while (a != e); // expect: atomic assumed native="none" native_loads=0
}
__global__ void maximum_of_floats(float *f, int n)
{
	int *b = (int *)f, a = *b, e; do { e = a; a = atomicCAS(b, e, __float_as_int(fmaxf(__int_as_float(e), n))); } while (a != e); // expect: atomic assumed native="none" native_loads=0
}
__global__ void add_of_floats_in_shared_memory(int n)
{
	__shared__ float t[64];
	int *b = (int *)t, a = *b, e; do { e = a; a = atomicCAS(b, e, __float_as_int(__int_as_float(e) + n)); } while (a != e); // expect: atomic assumed native="none" native_loads=0
}

// The operand may change while the loop runs, or depends on the old value.
__global__ void add_of_itself(int *p)
{
	int a = *p, e; do { e = a; a = atomicCAS(p, e, e + *p); } while (a != e); // expect: atomic assumed native="none" native_loads=0
}
__global__ void add_of_a_volatile_value(int *p, const int *q)
{
	int a = *p, e; do { e = a; a = atomicCAS(p, e, e + *(volatile int *)q); } while (a != e); // expect: atomic assumed native="none" native_loads=0
}
__global__ void add_of_a_value_at_the_old_one(int *p, const int *q)
{
	int a = *p, e; do { e = a; a = atomicCAS(p, e, e + q[e]); } while (a != e); // expect: atomic assumed native="none" native_loads=0
}

// The loop does something else as well, or ends under another condition.
__global__ void count_of_attempts(int *p, int *o, int n)
{
	int a = *p, e, c = 0; do { e = a; c++; a = atomicCAS(p, e, e + n); } while (a != e); *o = c; // expect: atomic assumed native="none" native_loads=0
}
__global__ void repeats_successes(int *p, int n)
{
	int a = *p, e; do { e = a; a = atomicCAS(p, e, e + n); } while (a == e); // expect: atomic assumed native="none" native_loads=0
}
__global__ void waits_for_a_value(int *p, int n)
{
	int a = *p, e; do { e = a; a = atomicCAS(p, e, e + n); } while (a != n); // expect: atomic assumed native="none" native_loads=0
}
__global__ void reads_another_word(int *p, const int *q, int n)
{
	int a = *q, e; do { e = a; a = atomicCAS(p, e, e + n); a = *q; } while (a != e); // expect: atomic exact native="none" native_loads=0
}
__global__ void lock(int *p)
{
	while (atomicCAS(p, 0, 1) != 0); // expect: atomic assumed native="none" native_loads=0
}
__global__ void expects_one_value(int *p, int n)
{
	int e = n; while (atomicCAS(p, e, e + 1) != e); // expect: atomic assumed native="none" native_loads=0
}
__global__ void search_for_a_free_place(int *p, int n)
{
	int i = 0; while (atomicCAS(&p[i], 0, n) != 0) i++; // expect: atomic assumed native="none" native_loads=0
}
__global__ void expects_another_word(int *p, const int *q, int n)
{
	for (;;) { int e = *(volatile int *)q; if (atomicCAS(p, e, e | n) == e) return; } // expect: atomic assumed native="none" native_loads=0
}
__global__ void multiply(int *p, int n)
{
	int *b = &p[threadIdx.x / 4], a = *b, w; do { w = a; a = atomicCAS(b, w, w * n); } while (a != w); // expect: atomic assumed requests=32 lanes=20 native="none"
}

// One lane of a word after the other gets through: 32 lanes at first, one at last.
__global__ void multiply_one_word(int *p, int n)
{
	int a = *p, w; do { w = a; a = atomicCAS(p, w, w * n); } while (a != w); // expect: atomic assumed lanes=16.5 same_address_mean=16.5 same_address_lanes=32
}

int main()
{
	int *p;
	int *q;
	unsigned long long *u;
	int *o;
	float *f;
	cudaMalloc(&p, 4096);
	cudaMalloc(&q, 4096);
	cudaMalloc(&u, 4096);
	cudaMalloc(&o, 4096);
	cudaMalloc(&f, 4096);
	add<<<4, 64>>>(p, 100);
	add_until_equal<<<4, 64>>>(p, 100);
	subtract<<<4, 64>>>(p, 100);
	and_<<<4, 64>>>(p, 100);
	exchange<<<4, 64>>>(p, 100);
	minimum<<<4, 64>>>(p, 100);
	maximum_by_choice<<<4, 64>>>(p, 100);
	minimum_by_choice<<<4, 64>>>(p, 100);
	minimum_by_other_choice<<<4, 64>>>(p, 100);
	add_of_a_loaded_value<<<4, 64>>>(p, q);
	add_of_a_value_loaded_before<<<4, 64>>>(p, q, 100);
	xor_with_a_reload<<<4, 64>>>(p, 100);
	or_with_a_return<<<4, 64>>>(p, 100);
	add_of_floats<<<4, 64>>>(f, 100);
	add_in_64_bits<<<4, 64>>>(u, 100);
	add_for_the_system<<<4, 64>>>(u);
	add_in_shared_memory<<<4, 64>>>(o, 100);
	subtract_from<<<4, 64>>>(p, 100);
	twice<<<4, 64>>>(p);
	float_sum_as_a_number<<<4, 64>>>(f);
	maximum_of_floats<<<4, 64>>>(f, 100);
	add_of_floats_in_shared_memory<<<4, 64>>>(100);
	add_of_itself<<<4, 64>>>(p);
	add_of_a_volatile_value<<<4, 64>>>(p, q);
	add_of_a_value_at_the_old_one<<<4, 64>>>(p, q);
	count_of_attempts<<<4, 64>>>(p, o, 100);
	repeats_successes<<<4, 64>>>(p, 100);
	waits_for_a_value<<<4, 64>>>(p, 100);
	reads_another_word<<<4, 64>>>(p, q, 100);
	lock<<<4, 64>>>(p);
	expects_one_value<<<4, 64>>>(p, 100);
	search_for_a_free_place<<<4, 64>>>(p, 100);
	expects_another_word<<<4, 64>>>(p, q, 100);
	multiply<<<4, 64>>>(p, 100);
	multiply_one_word<<<4, 64>>>(p, 100);
}
