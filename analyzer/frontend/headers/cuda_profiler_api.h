#include <cuda_runtime_api.h>
typedef enum cudaOutputMode { cudaKeyValuePair, cudaCSV } cudaOutputMode_t;
