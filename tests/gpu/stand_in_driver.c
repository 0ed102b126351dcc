/* A CUDA driver without a GPU, for tests of failures in gpulint-run. Memory is the processor's; a kernel does what
 * its name says. Functions that STAND_IN_FAILS names fail with the code after the name: "cuInit=100
 * cuModuleLoadData=222". There are STAND_IN_DEVICES GPUs, or one, each with STAND_IN_MEMORY bytes, or unlimited
 * memory.
 *
 * Built as libcuda.so.1, to be used with stand_in_cupti.c. */
#define _DEFAULT_SOURCE /* processes */
#include <cuda.h>
#include <malloc.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <time.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

/* A module has one variable, `ticket`, in the processor's memory. Its functions point to it. */
struct module {
	unsigned ticket;
};

struct function {
	struct module *module;
	char name[256];
};

/* Errors of a kernel persist in the process, as those of a context do. */
static CUresult broken;
static atomic_bool endless;
static CUdevice used;

/* The code with which the function must fail; CUDA_SUCCESS: it must not fail. */
static CUresult
failure(const char *name)
{
	const char *all = getenv("STAND_IN_FAILS"), *found = all ? strstr(all, name) : NULL;
	if (found && found[strlen(name)] == '=')
		return (CUresult)atoi(found + strlen(name) + 1);
	return broken;
}

/* A removed GPU stays removed for later processes: a file records it, "GONE.1" for the machine's second GPU. */
static const char *
gone(CUdevice device)
{
	static char path[4096];
	const char *folder = getenv("STAND_IN_GONE");
	snprintf(path, sizeof path, "%s.%d", folder ? folder : "/nonexistent/gone", (int)device);
	return path;
}

/* Writes a line for each operation of a stream to the file STAND_IN_RECORD. */
static CUresult
report(const char *operation, CUstream stream)
{
	const char *path = getenv("STAND_IN_RECORD");
	FILE *file = path ? fopen(path, "a") : NULL;
	if (file) {
		fprintf(file, "%s %d\n", operation, (int)(uintptr_t)stream);
		fclose(file);
	}
	return broken;
}

static int
devices(void)
{
	const char *text = getenv("STAND_IN_DEVICES");
	return text ? atoi(text) : 1;
}

/* The GPU with this number among those that remain; -1: there are fewer. A driver renumbers GPUs when one is lost. */
static CUdevice
device_left(int ordinal)
{
	for (int i = 0; i < devices(); i++)
		if (access(gone(i), F_OK) != 0 && ordinal-- == 0)
			return i;
	return -1;
}

EXPORT CUresult
cuInit(unsigned flags)
{
	(void)flags;
	return device_left(0) < 0 ? CUDA_ERROR_NO_DEVICE : failure("cuInit");
}

EXPORT CUresult
cuDriverGetVersion(int *version)
{
	const char *text = getenv("STAND_IN_VERSION");
	*version = text ? atoi(text) : 13000;
	return CUDA_SUCCESS;
}

EXPORT CUresult
cuGetErrorName(CUresult result, const char **name)
{
	static char text[32];
	snprintf(text, sizeof text, "error %d", (int)result);
	*name = text;
	return CUDA_SUCCESS;
}

EXPORT CUresult
cuGetErrorString(CUresult result, const char **text)
{
	*text = result == CUDA_ERROR_ILLEGAL_ADDRESS ? "an illegal address" : "something went wrong";
	return CUDA_SUCCESS;
}

EXPORT CUresult
cuDeviceGetCount(int *count)
{
	*count = 0;
	while (device_left(*count) >= 0)
		++*count;
	return failure("cuDeviceGetCount");
}

EXPORT CUresult
cuDeviceGet(CUdevice *device, int ordinal)
{
	*device = device_left(ordinal);
	return *device < 0 ? CUDA_ERROR_INVALID_DEVICE : failure("cuDeviceGet");
}

EXPORT CUresult
cuDeviceGetUuid(CUuuid *uuid, CUdevice device)
{
	memset(uuid->bytes, 0, sizeof uuid->bytes);
	uuid->bytes[sizeof uuid->bytes - 1] = (char)(0xa0 + device);
	return failure("cuDeviceGetUuid");
}

EXPORT CUresult
cuDeviceGetName(char *name, int size, CUdevice device)
{
	/* A machine may have GPUs of several kinds. */
	const char *names = getenv("STAND_IN_NAMES");
	for (; names && device > 0 && strchr(names, ','); device--)
		names = strchr(names, ',') + 1;
	snprintf(name, (size_t)size, "%.*s", names ? (int)strcspn(names, ",") : 8, names ? names : "stand-in");
	return CUDA_SUCCESS;
}

EXPORT CUresult
cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
	(void)device;
	const char *sm = getenv("STAND_IN_SM");
	const int version = sm ? atoi(sm) : 90;
	*value = attribute == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR   ? version / 10
	         : attribute == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR ? version % 10
	         : attribute == CU_DEVICE_ATTRIBUTE_WARP_SIZE                ? 32
	                                                                     : 2048;
	return CUDA_SUCCESS;
}

EXPORT CUresult
cuDeviceTotalMem(size_t *bytes, CUdevice device)
{
	(void)device;
	*bytes = 1 << 30;
	return CUDA_SUCCESS;
}

EXPORT CUresult
cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device)
{
	used = device;
	*context = NULL;
	return failure("cuDevicePrimaryCtxRetain");
}

/* A context that was not created here is the number of its GPU. */
static _Thread_local CUcontext current;

EXPORT CUresult
cuCtxSetCurrent(CUcontext context)
{
	current = context;
	return failure("cuCtxSetCurrent");
}

EXPORT CUresult
cuCtxGetDevice(CUdevice *device)
{
	*device = (CUdevice)(uintptr_t)current;
	return failure("cuCtxGetDevice");
}

/* One bit for each stream that is being captured. Waiting for the GPU meanwhile invalidates the captures. */
static atomic_ullong captured;
static atomic_bool is_spoilt;

static bool
is_captured(CUstream stream)
{
	return captured >> ((uintptr_t)stream % 64) & 1;
}

EXPORT CUresult
cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus *status)
{
	*status = is_captured(stream) ? CU_STREAM_CAPTURE_STATUS_ACTIVE : CU_STREAM_CAPTURE_STATUS_NONE;
	return failure("cuStreamIsCapturing");
}

EXPORT CUresult
cuStreamBeginCapture(CUstream stream, CUstreamCaptureMode mode)
{
	(void)mode;
	atomic_fetch_or(&captured, 1ull << ((uintptr_t)stream % 64));
	return report("capture", stream);
}

EXPORT CUresult
cuStreamEndCapture(CUstream stream, CUgraph *graph)
{
	*graph = NULL;
	atomic_fetch_and(&captured, ~(1ull << ((uintptr_t)stream % 64)));
	report("capture-end", stream);
	return atomic_exchange(&is_spoilt, false) ? CUDA_ERROR_STREAM_CAPTURE_INVALIDATED : broken;
}

EXPORT CUresult
cuGraphLaunch(CUgraphExec graph, CUstream stream)
{
	(void)graph;
	return report("graph", stream);
}

/* Setting memory is asynchronous. It is completed when something waits for it, or for later work. */
static struct {
	CUdeviceptr data;
	unsigned char byte;
	size_t bytes;
} begun;

static void
finish(void)
{
	if (begun.bytes)
		memset((void *)begun.data, begun.byte, begun.bytes);
	begun.bytes = 0;
}

EXPORT CUresult
cuCtxSynchronize(void)
{
	if (captured) {
		is_spoilt = true;
		return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
	}
	finish();
	while (endless)
		nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
	return failure("cuCtxSynchronize");
}

EXPORT CUresult
cuModuleLoadData(CUmodule *module, const void *image)
{
	(void)image;
	struct module *loaded = calloc(1, sizeof *loaded);
	*module = (CUmodule)loaded;
	return failure("cuModuleLoadData");
}

EXPORT CUresult
cuModuleUnload(CUmodule module)
{
	(void)module;
	return CUDA_SUCCESS;
}

EXPORT CUresult
cuModuleGetFunction(CUfunction *out, CUmodule module, const char *name)
{
	struct function *function = calloc(1, sizeof *function);
	function->module = (struct module *)module;
	snprintf(function->name, sizeof function->name, "%s", name);
	*out = (CUfunction)function;
	return CUDA_SUCCESS;
}

EXPORT CUresult
cuModuleGetGlobal(CUdeviceptr *data, size_t *bytes, CUmodule module, const char *name)
{
	if (strcmp(name, "ticket") != 0)
		return CUDA_ERROR_NOT_FOUND;
	*data = (CUdeviceptr) & ((struct module *)module)->ticket;
	*bytes = sizeof(unsigned);
	return CUDA_SUCCESS;
}

EXPORT CUresult
cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction of)
{
	(void)of;
	*value = attribute == CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES ? 0 : 1024;
	return CUDA_SUCCESS;
}

EXPORT CUresult
cuFuncSetAttribute(CUfunction of, CUfunction_attribute attribute, int value)
{
	(void)of, (void)attribute, (void)value;
	return CUDA_SUCCESS;
}

EXPORT CUresult
cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction of, int threads, size_t shared)
{
	(void)of, (void)threads, (void)shared;
	*blocks = 1;
	return CUDA_SUCCESS;
}

static size_t taken;

/* Whether STAND_IN_MEMORY bytes suffice, or no limit is set. */
static bool
has_room(size_t bytes)
{
	const char *text = getenv("STAND_IN_MEMORY");
	return bytes < 1 << 28 && (!text || taken + bytes <= (size_t)atoll(text));
}

EXPORT CUresult
cuMemAlloc(CUdeviceptr *data, size_t bytes)
{
	void *memory = has_room(bytes) ? malloc(bytes) : NULL;
	*data = (CUdeviceptr)memory;
	taken += memory ? malloc_usable_size(memory) : 0;
	return memory ? failure("cuMemAlloc") : CUDA_ERROR_OUT_OF_MEMORY;
}

EXPORT CUresult
cuMemFree(CUdeviceptr data)
{
	finish();
	taken -= malloc_usable_size((void *)data);
	free((void *)data);
	return CUDA_SUCCESS;
}

EXPORT CUresult
cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t bytes)
{
	finish();
	memcpy((void *)to, from, bytes);
	return broken;
}

EXPORT CUresult
cuMemcpyDtoH(void *to, CUdeviceptr from, size_t bytes)
{
	finish();
	memcpy(to, (const void *)from, bytes);
	return broken;
}

EXPORT CUresult
cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
	finish();
	memcpy((void *)to, (const void *)from, bytes);
	return broken;
}

EXPORT CUresult
cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream)
{
	(void)stream;
	return cuMemcpyDtoD(to, from, bytes);
}

EXPORT CUresult
cuMemHostAlloc(void **memory, size_t bytes, unsigned flags)
{
	(void)flags;
	*memory = malloc(bytes);
	return failure("cuMemHostAlloc");
}

EXPORT CUresult
cuMemFreeHost(void *memory)
{
	free(memory);
	return CUDA_SUCCESS;
}

EXPORT CUresult
cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t bytes, CUstream stream)
{
	memcpy((void *)to, from, bytes);
	return report("to-device", stream);
}

EXPORT CUresult
cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t bytes, CUstream stream)
{
	memcpy(to, (const void *)from, bytes);
	return report("to-host", stream);
}

EXPORT CUresult
cuStreamCreate(CUstream *stream, unsigned flags)
{
	static uintptr_t made;
	(void)flags;
	*stream = (CUstream)++made;
	return failure("cuStreamCreate");
}

EXPORT CUresult
cuStreamDestroy(CUstream stream)
{
	atomic_fetch_and(&captured, ~(1ull << ((uintptr_t)stream % 64)));
	return CUDA_SUCCESS;
}

EXPORT CUresult
cuMemsetD8(CUdeviceptr data, unsigned char byte, size_t bytes)
{
	finish();
	begun.data = data;
	begun.byte = byte;
	begun.bytes = bytes;
	return broken;
}

EXPORT CUresult
cuMemsetD8Async(CUdeviceptr data, unsigned char byte, size_t bytes, CUstream stream)
{
	/* Only large memory that is never read is set in this way. */
	(void)data, (void)byte, (void)bytes, (void)stream;
	return broken;
}

EXPORT CUresult
cuArray3DCreate(CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR *description)
{
	(void)description;
	*array = malloc(1);
	return failure("cuArray3DCreate");
}

EXPORT CUresult
cuArrayDestroy(CUarray array)
{
	free(array);
	return CUDA_SUCCESS;
}

EXPORT CUresult
cuMemcpy3D(const CUDA_MEMCPY3D *copy)
{
	(void)copy;
	return broken;
}

EXPORT CUresult
cuMemcpy3DAsync(const CUDA_MEMCPY3D *copy, CUstream stream)
{
	(void)copy;
	return report("to-array", stream);
}

EXPORT CUresult
cuTexObjectCreate(CUtexObject *handle, const CUDA_RESOURCE_DESC *resource, const CUDA_TEXTURE_DESC *how,
                  const CUDA_RESOURCE_VIEW_DESC *view)
{
	(void)how, (void)view;
	*handle = resource->resType == CU_RESOURCE_TYPE_LINEAR ? 1000 : 2000;
	return failure("cuTexObjectCreate");
}

EXPORT CUresult
cuTexObjectDestroy(CUtexObject handle)
{
	(void)handle;
	return CUDA_SUCCESS;
}

EXPORT CUresult
cuSurfObjectCreate(CUsurfObject *handle, const CUDA_RESOURCE_DESC *resource)
{
	(void)resource;
	*handle = 3000;
	return failure("cuSurfObjectCreate");
}

EXPORT CUresult
cuSurfObjectDestroy(CUsurfObject handle)
{
	(void)handle;
	return CUDA_SUCCESS;
}

static void
take_away(void)
{
	FILE *file = fopen(gone(used), "w");
	if (file)
		fclose(file);
	broken = CUDA_ERROR_DEVICE_UNAVAILABLE;
}

/* Milliseconds that kernels of known duration have taken, so far and when the last two events were recorded. */
static double spent, recorded[2];

static double
wavering(void)
{
	static unsigned random = 7;
	random = random * 1664525u + 1013904223u;
	return 5 + (random >> 8) % 1000 / 1000.0;
}

/* Behaves like a driver that waits for a device which does not answer: the process can be killed, but does not end
 * while its parent lives. A tracing process ensures that, because only it can wait for the end. */
static void
hang(void)
{
	const pid_t self = getpid(), parent = getppid();
	int ends[2];
	char is_held = 0;
	if (pipe(ends) != 0)
		_exit(1);
	prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
	if (fork() == 0) {
		is_held = ptrace(PTRACE_SEIZE, self, NULL, NULL) == 0;
		is_held = write(ends[1], &is_held, 1) == 1 && is_held;
		for (int i = 0; i < 1024; i++)
			close(i);
		for (int i = 0; is_held && i < 600 && kill(parent, 0) == 0; i++)
			nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
		_exit(0);
	}
	if (read(ends[0], &is_held, 1) != 1 || !is_held)
		_exit(77); /* tracing is not allowed here */
	for (;;)
		pause();
}

EXPORT CUresult
cuLaunchKernel(CUfunction kernel, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y,
               unsigned block_z, unsigned shared, CUstream stream, void **arguments, void **extra)
{
	(void)grid_y, (void)grid_z, (void)block_x, (void)block_y, (void)block_z, (void)shared, (void)extra;
	static int launches;
	const struct function *function = (const struct function *)kernel;
	const char *name = function->name;
	if (is_captured(stream))
		return report("record", stream);
	if (!stream)
		finish();
	report("launch", stream);
	if (strstr(name, "is_refused"))
		return CUDA_ERROR_INVALID_VALUE;
	if (strstr(name, "illegal_address"))
		broken = CUDA_ERROR_ILLEGAL_ADDRESS;
	else if (strstr(name, "endless"))
		endless = true;
	else if (strstr(name, "ends_it"))
		endless = false;
	else if (strstr(name, "is_short"))
		spent += 0.002;
	else if (strstr(name, "wavers")) {
		spent += wavering();
		nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
	} else if (strstr(name, "leaves_a_mark")) {
		report(function->module->ticket ? "marked" : "unmarked", stream);
		function->module->ticket |= ++launches % 3 == 0;
	} else if (strstr(name, "lingers"))
		nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
	else if (strstr(name, "hangs"))
		hang();
	else if (strstr(name, "dies"))
		abort();
	else if (strstr(name, "is_taken_away"))
		take_away();
	else if (strstr(name, "writes_on"))
		(*(char **)arguments[0])[200 + 50 * (launches++ % 4)] = 1;
	else if (strstr(name, "writes_before"))
		(*(char **)arguments[0])[-3] = 1;
	else if (strstr(name, "writes_behind"))
		(*(char **)arguments[0])[256] = 1;
	else if (strstr(name, "takes_ticket"))
		(*(char **)arguments[0])[function->module->ticket++ == 0 ? 0 : 256] = 1;
	else if (strstr(name, "counts_blocks"))
		function->module->ticket += grid_x;
	else if (strstr(name, "counts_up"))
		++**(char **)arguments[0];
	else if (strstr(name, "tells_handle"))
		memcpy(*(void **)arguments[0], arguments[1], sizeof(CUtexObject));
	return CUDA_SUCCESS; /* its effect is visible later */
}

EXPORT CUresult
cuLaunchCooperativeKernel(CUfunction kernel, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                          unsigned block_y, unsigned block_z, unsigned shared, CUstream stream, void **arguments)
{
	return cuLaunchKernel(kernel, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared, stream, arguments,
	                      NULL);
}

EXPORT CUresult
cuEventCreate(CUevent *event, unsigned flags)
{
	(void)flags;
	*event = NULL;
	return CUDA_SUCCESS;
}

EXPORT CUresult
cuEventDestroy(CUevent event)
{
	(void)event;
	return CUDA_SUCCESS;
}

EXPORT CUresult
cuEventRecord(CUevent event, CUstream stream)
{
	(void)event, (void)stream;
	recorded[0] = recorded[1];
	recorded[1] = spent;
	return broken;
}

EXPORT CUresult
cuEventSynchronize(CUevent event)
{
	(void)event;
	return cuCtxSynchronize();
}

EXPORT CUresult
cuEventElapsedTime(float *ms, CUevent begin, CUevent end)
{
	(void)begin, (void)end;
	*ms = recorded[1] > recorded[0] ? (float)(recorded[1] - recorded[0]) : 1;
	return CUDA_SUCCESS;
}
