// options: --no-compile --launch 'k<<<1, 32>>>(256, 256)'

#define SUM(x, y) ((x) + (y))

// What a macro expands to is on the line of the outermost macro's name. The report shows what the argument holds.
__global__ void k(float *o, const float *a)
{
  o[threadIdx.x] = SUM(1.0f, // expect: load exact column=20 end_column=23; store exact column=3
             SUM(2.0f,
                 a[threadIdx.x]));
  o[threadIdx.x + 32] = a[SUM(threadIdx.x, // expect: load exact column=25
                    32)];
}
