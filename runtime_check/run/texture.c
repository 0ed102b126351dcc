#include "texture.h"

#include <stdlib.h>

#include "device_memory.h"
#include "fill.h"
#include "support/allocate.h"

/* Texels in each dimension; 0: the dimension does not exist. The last dimension is the layers of a layered texture, and
 * the faces of a cube. */
static const struct {
	unsigned width, height, depth, flags;
} shapes[TEXTURE_SHAPES] = {
	[TEXTURE_1D_LINEAR] = {1 << 22, 0, 0, 0},
	[TEXTURE_1D] = {1 << 14, 0, 0, 0},
	[TEXTURE_2D] = {2048, 2048, 0, 0},
	[TEXTURE_3D] = {128, 128, 128, 0},
	[TEXTURE_CUBE] = {512, 512, 6, CUDA_ARRAY3D_CUBEMAP},
	[TEXTURE_1D_LAYERED] = {1 << 14, 0, 64, CUDA_ARRAY3D_LAYERED},
	[TEXTURE_2D_LAYERED] = {512, 512, 64, CUDA_ARRAY3D_LAYERED},
	[TEXTURE_CUBE_LAYERED] = {256, 256, 6 * 8, CUDA_ARRAY3D_CUBEMAP | CUDA_ARRAY3D_LAYERED},
};

static CUarray_format
format_of(enum element_type type)
{
	switch (type) {
	case ELEMENT_I8: return CU_AD_FORMAT_SIGNED_INT8;
	case ELEMENT_U8: return CU_AD_FORMAT_UNSIGNED_INT8;
	case ELEMENT_I16: return CU_AD_FORMAT_SIGNED_INT16;
	case ELEMENT_U16: return CU_AD_FORMAT_UNSIGNED_INT16;
	case ELEMENT_I32: return CU_AD_FORMAT_SIGNED_INT32;
	case ELEMENT_U32: return CU_AD_FORMAT_UNSIGNED_INT32;
	case ELEMENT_F16: return CU_AD_FORMAT_HALF;
	default: return CU_AD_FORMAT_FLOAT;
	}
}

static size_t
or_one(unsigned texels)
{
	return texels ? texels : 1;
}

static size_t
row_bytes(const struct texture_job *job)
{
	return shapes[job->shape].width * job->channels * element_size(job->type);
}

static size_t
texture_bytes(const struct texture_job *job)
{
	return row_bytes(job) * or_one(shapes[job->shape].height) * or_one(shapes[job->shape].depth);
}

/* A texture over linear memory. */
static CUresult
make_affine(struct texture *texture, struct gpu *gpu)
{
	const struct texture_job *job = texture->job;
	const bool is_float = element_kind(job->type) == ELEMENT_FLOATING;
	const struct fill fill = {.kind = is_float ? FILL_RANDOM_FLOAT : FILL_INDEX,
	                          .type = job->type,
	                          .low = 0.5,
	                          .high = 1.5,
	                          .limit = 100};
	uint8_t *staging = memory_alloc(FILL_PERIOD);
	CUresult result = gpu->cu.cuMemAlloc(&texture->linear, texture_bytes(job));
	if (result == CUDA_SUCCESS)
		result = device_fill(gpu, &fill, texture->linear, texture_bytes(job), staging);
	free(staging);
	return result;
}

/* A copy between the array and linear memory. The callers set the remaining members for the direction. */
static CUDA_MEMCPY3D
copy_whole(const struct texture_job *job)
{
	return (CUDA_MEMCPY3D){
		.WidthInBytes = row_bytes(job),
		.Height = or_one(shapes[job->shape].height),
		.Depth = or_one(shapes[job->shape].depth),
	};
}

static CUDA_MEMCPY3D
copy_to_array(const struct texture *texture)
{
	CUDA_MEMCPY3D copy = copy_whole(texture->job);
	copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
	copy.srcDevice = texture->linear;
	copy.srcPitch = copy.WidthInBytes;
	copy.srcHeight = copy.Height;
	copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
	copy.dstArray = texture->array;
	return copy;
}

static CUDA_MEMCPY3D
copy_from_array(const struct texture *texture, CUdeviceptr plain)
{
	CUDA_MEMCPY3D copy = copy_whole(texture->job);
	copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
	copy.srcArray = texture->array;
	copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
	copy.dstDevice = plain;
	copy.dstPitch = copy.WidthInBytes;
	copy.dstHeight = copy.Height;
	return copy;
}

static CUresult
make_array(struct texture *texture, const struct gpu *gpu)
{
	const struct texture_job *job = texture->job;
	const CUDA_ARRAY3D_DESCRIPTOR description = {
		.Width = shapes[job->shape].width,
		.Height = shapes[job->shape].height,
		.Depth = shapes[job->shape].depth,
		.Format = format_of(job->type),
		.NumChannels = job->channels,
		.Flags = shapes[job->shape].flags | (job->is_surface ? CUDA_ARRAY3D_SURFACE_LDST : 0),
	};
	const CUresult result = gpu->cu.cuArray3DCreate(&texture->array, &description);
	if (result != CUDA_SUCCESS)
		return result;
	const CUDA_MEMCPY3D copy = copy_to_array(texture);
	return gpu->cu.cuMemcpy3D(&copy);
}

static CUresult
make_handle(struct texture *texture, const struct gpu *gpu)
{
	const struct texture_job *job = texture->job;
	CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_ARRAY};
	const CUDA_TEXTURE_DESC how = {
		.addressMode = {CU_TR_ADDRESS_MODE_CLAMP, CU_TR_ADDRESS_MODE_CLAMP, CU_TR_ADDRESS_MODE_CLAMP},
		.filterMode = CU_TR_FILTER_MODE_POINT,
		.flags = (element_kind(job->type) != ELEMENT_FLOATING ? CU_TRSF_READ_AS_INTEGER : 0) |
	                 (shapes[job->shape].flags & CUDA_ARRAY3D_CUBEMAP ? CU_TRSF_NORMALIZED_COORDINATES : 0),
	};
	resource.res.array.hArray = texture->array;
	if (job->shape == TEXTURE_1D_LINEAR) {
		resource.resType = CU_RESOURCE_TYPE_LINEAR;
		resource.res.linear.devPtr = texture->linear;
		resource.res.linear.format = format_of(job->type);
		resource.res.linear.numChannels = job->channels;
		resource.res.linear.sizeInBytes = texture_bytes(job);
	}
	return job->is_surface ? gpu->cu.cuSurfObjectCreate(&texture->handle, &resource)
	                       : gpu->cu.cuTexObjectCreate(&texture->handle, &resource, &how, NULL);
}

CUresult
texture_make(struct texture *texture, struct gpu *gpu, const struct texture_job *job)
{
	*texture = (struct texture){.job = job};
	CUresult result = make_affine(texture, gpu);
	if (result == CUDA_SUCCESS && job->shape != TEXTURE_1D_LINEAR)
		result = make_array(texture, gpu);
	if (result == CUDA_SUCCESS)
		result = make_handle(texture, gpu);
	return result;
}

/* Whether kernels can write to it. */
static bool
is_written(const struct texture *texture)
{
	return texture->job && texture->job->is_surface && texture->array;
}

CUresult
texture_restore(const struct texture *texture, const struct gpu *gpu)
{
	if (!is_written(texture))
		return CUDA_SUCCESS;
	const CUDA_MEMCPY3D copy = copy_to_array(texture);
	return gpu->cu.cuMemcpy3DAsync(&copy, NULL);
}

CUresult
texture_hash(const struct texture *texture, const struct gpu *gpu, uint64_t *hash)
{
	if (!is_written(texture))
		return CUDA_SUCCESS;
	const struct texture_job *job = texture->job;
	CUdeviceptr plain = 0;
	CUresult result = gpu->cu.cuMemAlloc(&plain, texture_bytes(job));
	if (result != CUDA_SUCCESS)
		return result;
	const CUDA_MEMCPY3D copy = copy_from_array(texture, plain);
	result = gpu->cu.cuMemcpy3D(&copy);
	if (result == CUDA_SUCCESS)
		result = device_hash(gpu, plain, texture_bytes(job), NULL, hash);
	gpu->cu.cuMemFree(plain);
	return result;
}

void
texture_free(struct texture *texture, const struct gpu *gpu)
{
	if (texture->handle && texture->job->is_surface)
		gpu->cu.cuSurfObjectDestroy(texture->handle);
	else if (texture->handle)
		gpu->cu.cuTexObjectDestroy(texture->handle);
	if (texture->array)
		gpu->cu.cuArrayDestroy(texture->array);
	if (texture->linear)
		gpu->cu.cuMemFree(texture->linear);
}
