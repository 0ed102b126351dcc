// Textures and surfaces of all shapes, for the decoder's test.
__global__ void fetches(cudaTextureObject_t t, cudaTextureObject_t u, float4 *out, float x, float y, float z, int i)
{
	int lane = threadIdx.x;
	float fx = x + lane, fy = y * lane, fz = z - lane;
	out[0 + lane] = tex1Dfetch<float4>(t, i + lane);
	out[32 + lane] = tex1D<float4>(t, fx);
	out[64 + lane] = tex2D<float4>(t, fx, fy);
	out[96 + lane] = tex3D<float4>(t, fx, fy, fz);
	out[128 + lane] = texCubemap<float4>(t, fx, fy, fz);
	out[160 + lane] = tex2DLayered<float4>(t, fx, fy, lane);
	out[192 + lane] = tex2DLod<float4>(t, fx, fy, fz);
	out[224 + lane] = tex2DGrad<float4>(t, fx, fy, make_float2(fx, fy), make_float2(fz, fy));
	out[256 + lane] = tex2Dgather<float4>(t, fx, fy, 1);
	out[288 + lane] = tex1DLayered<float4>(t, fx, lane);
	out[320 + lane] = tex3DLod<float4>(t, fx, fy, fz, fx);
	out[352 + lane] = texCubemapLayered<float4>(t, fx, fy, fz, lane);
	out[384 + lane].x = tex2D<float>(u, fx, fy);
	out[384 + lane].y = tex1Dfetch<float>(u, lane);
	float2 two = tex2D<float2>(u, fx, fy);
	out[416 + lane].x = two.x + two.y + tex3D<float>(u, fx, fy, fz) + tex2D<unsigned char>(u, fy, fz);
	out[448 + lane] = tex3DGrad<float4>(t, fx, fy, fz, make_float4(fx, fy, fz, 0), make_float4(fy, fx, fz, 0));
}

// Which texture differs from lane to lane.
__global__ void one_of_many(const cudaTextureObject_t *t, const cudaSurfaceObject_t *s, float4 *out, float x, float y)
{
	int lane = threadIdx.x;
	cudaTextureObject_t mine = t[lane];
	float fx = x + lane, fy = y * lane;
	out[lane] = tex2D<float4>(mine, fx, fy);
	out[lane + 32] = tex1Dfetch<float4>(mine, lane * 7);
	out[lane + 64] = tex2Dgather<float4>(mine, fx, fy, 2);
	out[lane + 96] = tex2DGrad<float4>(mine, fx, fy, make_float2(fx, fy), make_float2(fx, x));
	out[lane + 128] = tex2DLod<float4>(mine, fx, fy, x);
	out[lane + 160] = surf2Dread<float4>(s[lane], lane * 16, 3);
	surf2Dwrite(out[lane + 192], s[lane], lane * 16, 5);
	out[lane + 224] = tex3D<float4>(mine, fx, fy, x);
	out[lane + 256] = texCubemapLayered<float4>(mine, fx, fy, x, lane);
	int width;
	asm volatile("txq.width.b32 %0, [%1];" : "=r"(width) : "l"(mine));
	asm volatile("sured.b.1d.add.u32.trap [%0, {%1}], %2;" ::"l"(s[lane]), "r"(lane * 4), "r"(lane) : "memory");
	out[lane + 288].x = width;
}

__global__ void queries(cudaTextureObject_t t, cudaSurfaceObject_t s, int *out)
{
	int width, height, samples;
	asm volatile("txq.width.b32 %0, [%1];" : "=r"(width) : "l"(t));
	asm volatile("txq.height.b32 %0, [%1];" : "=r"(height) : "l"(t));
	asm volatile("suq.width.b32 %0, [%1];" : "=r"(samples) : "l"(s));
	out[threadIdx.x] = width + height + samples;
}

__global__ void surfaces(cudaSurfaceObject_t s, float4 *out, int *i)
{
	int lane = threadIdx.x;
	out[lane] = surf2Dread<float4>(s, lane * 16, 3);
	out[lane + 32].x = surf1Dread<float>(s, lane * 4) + surf3Dread<short>(s, lane * 2, 3, 4) + surf2DLayeredread<unsigned char>(s, lane, 3, 4);
	uint2 two = surf2Dread<uint2>(s, lane * 8, 3);
	out[lane + 64].y = (float)two.y;
	surf2Dwrite(out[lane + 96], s, lane * 16, 5);
	surf1Dwrite(out[lane + 128].x, s, lane * 4);
	surf3Dwrite((short)lane, s, lane * 2, 3, 4);
	surf2Dwrite(two, s, lane * 8, 7, cudaBoundaryModeZero);
	surf2DLayeredwrite((unsigned char)lane, s, lane, 3, 4);
	asm volatile("sured.b.2d.add.u32.trap [%0, {%1, %2}], %3;" ::"l"(s), "r"(lane * 4), "r"(4), "r"(lane) : "memory");
	asm volatile("sured.p.1d.min.b32.trap [%0, {%1}], %2;" ::"l"(s), "r"(lane * 4), "r"(lane) : "memory");
	asm volatile("sust.p.2d.v4.b32.trap [%0, {%1, %2}], {%3, %4, %5, %6};" ::"l"(s), "r"(lane), "r"(4), "r"(lane), "r"(2), "r"(3), "r"(4) : "memory");
	i[lane] = 3;
}
