/* A program for tests of gpulint attach: it behaves as its argument says, and tells its results on standard output. */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static const int count = 1 << 16;

/* Each known by its cost: sectors of 32 requests' worth of lanes. */
__global__ void contiguous(float *out, const float *in)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[i] + 1;  // site: contiguous
}

__global__ void strided(float *out, int stride)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i * stride] = out[i * stride] * 2 + 1;
}

__global__ void gathers(float *out, const float *in, const int *index)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[index[i]];  // site: gather
}

template <int N> __global__ void numbered(float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] += N;
}

__global__ void faults(float *out)
{
	out[(size_t)threadIdx.x << 40] = 1;
}

/* Waits for what a later kernel of another stream does. */
__global__ void waits(volatile int *flag)
{
	while (!*flag)
		;
}

__global__ void releases(volatile int *flag)
{
	*flag = 1;
}

struct data {
	float *out, *in;
	int *index;
};

static struct data make(void)
{
	struct data data;
	int *index = (int *)malloc(count * sizeof *index);
	for (int i = 0; i < count; i++)
		index[i] = (int)((unsigned)i * 2654435761u % count);
	cudaMalloc(&data.out, 32 * count * sizeof *data.out);
	cudaMalloc(&data.in, count * sizeof *data.in);
	cudaMalloc(&data.index, count * sizeof *data.index);
	cudaMemset(data.out, 0, 32 * count * sizeof *data.out);
	cudaMemset(data.in, 0, count * sizeof *data.in);
	cudaMemcpy(data.index, index, count * sizeof *index, cudaMemcpyHostToDevice);
	free(index);
	return data;
}

static void print(const char *what, const float *device)
{
	float *host = (float *)malloc(count * sizeof *host);
	double sum = 0;
	const cudaError_t copied = cudaMemcpy(host, device, count * sizeof *host, cudaMemcpyDeviceToHost);
	for (int i = 0; i < count && copied == cudaSuccess; i++)
		sum += host[i];
	printf("%s %.1f %s\n", what, sum, cudaGetErrorName(copied));
	free(host);
}

static void run_plainly(void)
{
	const struct data data = make();
	for (int i = 0; i < 3; i++) {
		contiguous<<<count / 256, 256>>>(data.in, data.in);
		cudaMemsetAsync(data.out, 0, count);
		gathers<<<count / 128, 128>>>(data.out, data.in, data.index);
		cudaMemcpy(data.in, data.out, count, cudaMemcpyDeviceToDevice);
	}
	strided<<<count / 256, 256>>>(data.out, 8);
	print("plain", data.out);
}

static void *run_thread(void *context)
{
	const struct data data = make();
	cudaStream_t stream;
	cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
	for (int i = 0; i < 200; i++) {
		contiguous<<<count / 256, 256, 0, stream>>>(data.in, data.in);
		cudaMemcpyAsync(data.out, data.in, count, cudaMemcpyDeviceToDevice, stream);
		numbered<0><<<count / 256, 256, 0, stream>>>(data.out);
		numbered<1><<<count / 256, 256, 0, stream>>>(data.out);
		numbered<2><<<count / 256, 256, 0, stream>>>(data.out);
		gathers<<<count / 128, 128, 0, stream>>>(data.out, data.in, data.index);
		cudaMemsetAsync(data.in, 0, 4, stream);
	}
	cudaStreamSynchronize(stream);
	*(struct data *)context = data;
	return NULL;
}

static void run_threads(void)
{
	enum { THREADS = 8 };
	pthread_t threads[THREADS];
	struct data data[THREADS];
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, run_thread, &data[i]);
	for (int i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
		print("thread", data[i].out);
	}
}

/* A stream is captured, while another goes on; what was captured is launched. */
static void run_graph(void)
{
	const struct data data = make();
	cudaStream_t captured, other;
	cudaGraph_t graph;
	cudaGraphExec_t executable;
	cudaStreamCreateWithFlags(&captured, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
	cudaStreamBeginCapture(captured, cudaStreamCaptureModeGlobal);
	numbered<3><<<count / 256, 256, 0, captured>>>(data.in);
	contiguous<<<count / 256, 256, 0, other>>>(data.out, data.out);
	numbered<4><<<count / 256, 256, 0, captured>>>(data.in);
	printf("%s\n", cudaGetErrorName(cudaStreamEndCapture(captured, &graph)));
	cudaGraphInstantiate(&executable, graph, 0);
	cudaGraphLaunch(executable, captured);
	cudaGraphLaunch(executable, captured);
	cudaStreamSynchronize(captured);
	contiguous<<<count / 256, 256, 0, other>>>(data.out, data.out);
	cudaDeviceSynchronize();
	print("graph", data.in);
	print("other", data.out);
}

/* A graph that no stream was captured for. */
static void run_built(void)
{
	const struct data data = make();
	cudaGraph_t graph;
	cudaGraphNode_t node;
	cudaGraphExec_t executable;
	float *out = data.in;
	void *arguments[] = {&out};
	struct cudaKernelNodeParams parameters;
	memset(&parameters, 0, sizeof parameters);
	parameters.func = (void *)numbered<5>;
	parameters.gridDim = dim3(count / 256);
	parameters.blockDim = dim3(256);
	parameters.kernelParams = arguments;
	contiguous<<<count / 256, 256>>>(data.out, data.out);
	cudaGraphCreate(&graph, 0);
	cudaGraphAddKernelNode(&node, graph, NULL, 0, &parameters);
	cudaGraphInstantiate(&executable, graph, 0);
	cudaGraphLaunch(executable, 0);
	cudaDeviceSynchronize();
	if (data.index == NULL)
		numbered<5><<<count / 256, 256>>>(data.in);   /* which a source shows, and no run does */
	print("built", data.in);
}

/* A stream goes while it is captured: what comes behind it is nothing special. */
static void run_unfinished(void)
{
	const struct data data = make();
	cudaStream_t captured;
	cudaStreamCreateWithFlags(&captured, cudaStreamNonBlocking);
	cudaStreamBeginCapture(captured, cudaStreamCaptureModeRelaxed);
	numbered<3><<<count / 256, 256, 0, captured>>>(data.in);
	printf("destroyed %s\n", cudaGetErrorName(cudaStreamDestroy(captured)));
	contiguous<<<count / 256, 256>>>(data.out, data.out);
	printf("waiting %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	print("unfinished", data.out);
}

static void run_waiting(void)
{
	int *flag;
	cudaStream_t first, second;
	cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
	cudaMalloc(&flag, sizeof *flag);
	releases<<<1, 1>>>(flag);   /* it has to be loaded before the other waits for it */
	cudaMemset(flag, 0, sizeof *flag);
	cudaDeviceSynchronize();
	waits<<<1, 1, 0, first>>>(flag);
	releases<<<1, 1, 0, second>>>(flag);
	printf("waiting %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}

static void run_children(const char *self)
{
	const char *const ways[] = {"plain", "exit"};
	for (int i = 0; i < 2; i++) {
		int status = 0;
		const pid_t child = fork();
		if (child == 0) {
			execl(self, self, ways[i], (char *)NULL);
			_exit(127);
		}
		waitpid(child, &status, 0);
		printf("child %d\n", WEXITSTATUS(status));
		fflush(stdout);
	}
	run_plainly();
}

int main(int argc, char **argv)
{
	const char *way = argc > 1 ? argv[1] : "plain";
	if (!strcmp(way, "threads"))
		run_threads();
	else if (!strcmp(way, "graph"))
		run_graph();
	else if (!strcmp(way, "built"))
		run_built();
	else if (!strcmp(way, "unfinished"))
		run_unfinished();
	else if (!strcmp(way, "waiting"))
		run_waiting();
	else if (!strcmp(way, "children"))
		run_children(argv[0]);
	else
		run_plainly();
	fflush(stdout);
	if (!strcmp(way, "exit"))
		_exit(7);
	if (!strcmp(way, "abort"))
		abort();
	if (!strcmp(way, "fault")) {
		float *out = NULL;
		faults<<<1, 32>>>(out);
		printf("fault %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
		return 3;
	}
	return 0;
}
