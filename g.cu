__constant__ int want[16]={4999,4999,4999,4999,4999,4999,4999,4999,4999,4999,4999,4999,4999,4999,4999,4999};
__global__ void k(int *p,int n){ const int t=threadIdx.x; atomicMax(&p[t%16], (int)blockIdx.x); }
__global__ void use(const int *p,int *out){ const int i=threadIdx.x;
 out[p[i%16]==want[i%16]?i:i*32]=1; }
int main(){ int *p,*out,n=1000; cudaMalloc(&p,64); cudaMalloc(&out,1<<20); cudaMemset(p,0,64); k<<<5000,64>>>(p,n); use<<<1,64>>>(p,out); }