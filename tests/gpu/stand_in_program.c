/* A program for tests of the library that `gpulint attach` injects, without a GPU. It executes its arguments, one
 * step each, with the stand-in driver, and shows its calls to the subscriber of the stand-in CUPTI. Calls that fail
 * are reported on standard output.
 * usage: stand_in_program LIBRARY STEP…
 * - launch KERNEL [STREAM [GPU [in]]]; in: within another call that is shown
 * - launch_ex, launch_ptsz: the same by cuLaunchKernelEx, and with a default stream for each thread
 * - graph: launches one
 * - capture STREAM, recapture STREAM, capture_end STREAM, destroy STREAM
 * - stay KERNEL: another thread launches it, and stays in that call until "leave"
 * - beside KERNEL STREAM: another thread launches it
 * - leave: and the other threads end
 * - pause MILLISECONDS
 * - until_off KERNEL: launches it until counting is disabled, which takes less than 20 s */
#define _GNU_SOURCE
#include <cuda.h>
#include <cupti_result.h>
#include <cupti_callbacks.h>
#include <cupti_driver_cbid.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* clang-format off */
#define DRIVER(X) \
	X(cuCtxSetCurrent) X(cuModuleGetFunction) X(cuLaunchKernel) X(cuGraphLaunch) X(cuStreamBeginCapture) X(cuStreamEndCapture) \
	X(cuStreamDestroy)
/* clang-format on */

static struct {
#define MEMBER(name) __typeof__(&name) name;
	DRIVER(MEMBER)
#undef MEMBER
	void (*stand_in_show)(CUpti_CallbackDomain domain, CUpti_CallbackId id, const void *data);
	unsigned (*stand_in_times_off)(void);
} calls;

static void
find(void *library, const char *name, void *function)
{
	void *address = dlsym(library, name);
	if (!address) {
		fprintf(stderr, "%s is missing\n", name);
		exit(2);
	}
	memcpy(function, &address, sizeof address);
}

static void *
open_library(const char *path)
{
	void *library = dlopen(path, RTLD_NOW);
	if (library)
		return library;
	fprintf(stderr, "%s\n", dlerror());
	exit(2);
}

/* ---- calls as CUPTI shows them ----------------------------------------------------------------------------------- */

struct call {
	CUpti_CallbackId id;
	const void *parameters;
	const char *kernel;
	CUcontext context;
	CUresult result;
	uint64_t correlation;
};

static void
show(struct call *call, CUpti_ApiCallbackSite site)
{
	const CUpti_CallbackData data = {
		.callbackSite = site,
		.functionParams = call->parameters,
		.functionReturnValue = &call->result,
		.symbolName = call->kernel,
		.context = call->context,
		.correlationData = &call->correlation,
	};
	calls.stand_in_show(CUPTI_CB_DOMAIN_DRIVER_API, call->id, &data);
}

static void
finish(struct call *call, CUresult result)
{
	call->result = result;
	show(call, CUPTI_API_EXIT);
	if (result != CUDA_SUCCESS)
		printf("%s %d\n", call->kernel ? call->kernel : "-", (int)result);
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static unsigned staying;
static bool may_leave;

static void
stay(void)
{
	pthread_mutex_lock(&mutex);
	staying++;
	pthread_cond_broadcast(&changed);
	while (!may_leave)
		pthread_cond_wait(&changed, &mutex);
	pthread_mutex_unlock(&mutex);
}

struct step {
	char what[32], kernel[64];
	unsigned long stream, gpu;
	char how[8];
};

/* The arguments of cuLaunchKernel and of cuLaunchKernelEx. */
struct kernel_arguments {
	CUfunction function;
	unsigned grid[3], block[3], shared;
	CUstream stream;
	void **arguments, **extra;
};

struct kernel_ex_arguments {
	const CUlaunchConfig *config;
	CUfunction function;
	void **arguments, **extra;
};

static void
launch(const struct step *step)
{
	const CUstream stream = (CUstream)step->stream;
	const struct kernel_arguments plain = {.grid = {2, 1, 1}, .block = {64, 1, 1}, .shared = 16, .stream = stream};
	const CUlaunchConfig config = {2, 1, 1, 64, 1, 1, 16, stream, NULL, 0};
	const struct kernel_ex_arguments extended = {.config = &config};
	const bool is_extended = strcmp(step->what, "launch_ex") == 0,
		   is_per_thread = strcmp(step->what, "launch_ptsz") == 0;
	struct call call = {
		.id = is_extended     ? CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx
	              : is_per_thread ? CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz
	                              : CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel,
		.parameters = is_extended ? (const void *)&extended : &plain,
		.kernel = strcmp(step->kernel, "nameless") == 0 ? NULL : step->kernel,
		.context = (CUcontext)step->gpu,
	};
	struct call outer = {
		.id = CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel, .parameters = &plain, .context = call.context};
	CUfunction function;
	calls.cuCtxSetCurrent(call.context);
	calls.cuModuleGetFunction(&function, NULL, step->kernel);
	if (strcmp(step->how, "in") == 0) {
		outer.kernel = "outer";
		show(&outer, CUPTI_API_ENTER);
	}
	show(&call, CUPTI_API_ENTER);
	if (strcmp(step->what, "stay") == 0)
		stay();
	finish(&call, calls.cuLaunchKernel(function, 2, 1, 1, 64, 1, 1, 16, stream, NULL, NULL));
	if (strcmp(step->how, "in") == 0)
		finish(&outer, CUDA_SUCCESS);
	free(function);
}

static void
launch_graph(const struct step *step)
{
	struct call call = {.id = CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch, .context = (CUcontext)step->gpu};
	show(&call, CUPTI_API_ENTER);
	finish(&call, calls.cuGraphLaunch(NULL, NULL));
}

static void
capture(const struct step *step)
{
	CUstream stream = (CUstream)strtoul(step->kernel, NULL, 10);
	CUgraph graph;
	const bool again = strcmp(step->what, "recapture") == 0, begins = again || strcmp(step->what, "capture") == 0;
	struct call call = {
		.id = again ? (CUpti_CallbackId)846 : /* cuStreamBeginRecaptureToGraph */
	                      begins ? CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2
	                             : CUPTI_DRIVER_TRACE_CBID_cuStreamEndCapture,
		.parameters = &stream,
	};
	show(&call, CUPTI_API_ENTER);
	finish(&call, begins ? calls.cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL)
	                     : calls.cuStreamEndCapture(stream, &graph));
}

static void
destroy(const struct step *step)
{
	const CUstream stream = (CUstream)strtoul(step->kernel, NULL, 10);
	CUpti_ResourceData resource = {.resourceHandle.stream = stream};
	calls.stand_in_show(CUPTI_CB_DOMAIN_RESOURCE, CUPTI_CBID_RESOURCE_STREAM_DESTROY_STARTING, &resource);
	calls.cuStreamDestroy(stream);
}

/* ---- threads and time -------------------------------------------------------------------------------------------- */

enum { MOST_THREADS = 8 };

static struct {
	pthread_t threads[MOST_THREADS];
	struct step steps[MOST_THREADS];
	unsigned count;
} others;

static void *
launch_beside(void *step)
{
	launch(step);
	return NULL;
}

/* A thread that stays is in its call when this returns. */
static void
begin_beside(const struct step *step)
{
	if (others.count == MOST_THREADS)
		exit(2);
	others.steps[others.count] = *step;
	pthread_create(&others.threads[others.count], NULL, launch_beside, &others.steps[others.count]);
	others.count++;
	pthread_mutex_lock(&mutex);
	while (strcmp(step->what, "stay") == 0 && !staying)
		pthread_cond_wait(&changed, &mutex);
	pthread_mutex_unlock(&mutex);
}

static void
leave(const struct step *step)
{
	(void)step;
	pthread_mutex_lock(&mutex);
	may_leave = true;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&mutex);
	while (others.count)
		pthread_join(others.threads[--others.count], NULL);
	may_leave = false;
	staying = 0;
}

static void
pause_for(const struct step *step)
{
	usleep((useconds_t)(1000 * strtoul(step->kernel, NULL, 10)));
}

static void
launch_until_off(const struct step *step)
{
	for (int tries = 0; calls.stand_in_times_off() == 0 && tries < 20000; tries++) {
		launch(step);
		usleep(1000);
	}
	printf("off %u\n", calls.stand_in_times_off());
}

static const struct {
	const char *name;
	void (*act)(const struct step *);
} acts[] = {
	{"launch", launch},
	{"launch_ex", launch},
	{"launch_ptsz", launch},
	{"graph", launch_graph},
	{"capture", capture},
	{"recapture", capture},
	{"capture_end", capture},
	{"destroy", destroy},
	{"stay", begin_beside},
	{"beside", begin_beside},
	{"leave", leave},
	{"pause", pause_for},
	{"until_off", launch_until_off},
};

static void
act(const char *text)
{
	struct step step = {.stream = 0};
	sscanf(text, "%31s %63s %lu %lu %7s", step.what, step.kernel, &step.stream, &step.gpu, step.how);
	for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) {
		if (strcmp(acts[i].name, step.what) == 0) {
			acts[i].act(&step);
			return;
		}
	}
	fprintf(stderr, "%s: no such step\n", text);
	exit(2);
}

#define TEXT(name) #name
#define NAME(name) TEXT(name)

int
main(int argc, char **argv)
{
	int (*begin)(void);
	void *driver = open_library("libcuda.so.1"), *cupti = open_library(getenv("GPULINT_CUPTI"));
#define FIND(name) find(driver, NAME(name), &calls.name);
	DRIVER(FIND)
#undef FIND
	find(cupti, "stand_in_show", &calls.stand_in_show);
	find(cupti, "stand_in_times_off", &calls.stand_in_times_off);
	find(open_library(argv[1]), "InitializeInjection", &begin);
	begin();
	for (int i = 2; i < argc; i++)
		act(argv[i]);
	puts("done");
	return 7;
}
