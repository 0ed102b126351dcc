// Lanes that are further apart from step to step: no order of the words has neighbours side by side in all steps.

const int SIZE = 1024;

// Keys and values go by one index, so that what is found of one array is found of the other.
__global__ void
sort_pairs(int *keys, float *values)
{
	__shared__ int key[SIZE];
	__shared__ float value[SIZE];
	int t = threadIdx.x, first = blockIdx.x * SIZE;
	for (int i = t; i < SIZE; i += SIZE / 2) {
		key[i] = keys[first + i];
		value[i] = values[first + i];
	}
	for (int size = 2; size <= SIZE; size *= 2)
		for (int step = size / 2; step > 0; step /= 2) {
			__syncthreads();
			int low = 2 * t - (t & (step - 1)), high = low + step;
			bool up = (low & size) == 0;
			int x = key[low], y = key[high];  // expect: bank-conflict
			float of_x = value[low], of_y = value[high];
			bool turn = x > y == up;
			key[low] = turn ? y : x;
			key[high] = turn ? x : y;
			value[low] = turn ? of_y : of_x;
			value[high] = turn ? of_x : of_y;
		}
	__syncthreads();
	for (int i = t; i < SIZE; i += SIZE / 2) {
		keys[first + i] = key[i];
		values[first + i] = value[i];
	}
}

// Places that are all over the array are so in any layout.
__global__ void
scatter(float *data, unsigned rounds)
{
	__shared__ float line[SIZE];
	int t = threadIdx.x, first = blockIdx.x * SIZE;
	for (int i = t; i < SIZE; i += 256)
		line[i] = data[first + i];
	__syncthreads();
	float sum = 0;
	for (unsigned i = 0; i < rounds; i++) {
		unsigned mixed = (t + 256 * i) * 2246822519u;
		mixed = (mixed ^ mixed >> 13) * 3266489917u;
		sum += line[mixed >> 22];  // expect: bank-conflict
	}
	data[first + t] = sum;
}

int
main()
{
	const int blocks = 8192;
	int *keys;
	float *values;
	cudaMalloc(&keys, (size_t)blocks * SIZE * sizeof *keys);
	cudaMalloc(&values, (size_t)blocks * SIZE * sizeof *values);
	sort_pairs<<<blocks, SIZE / 2>>>(keys, values);
	scatter<<<blocks, 256>>>(values, 256);
	return 0;
}
