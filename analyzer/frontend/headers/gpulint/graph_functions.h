/* Graphs. A node executes when it is added, once and in that order; so does a captured stream. A launch of the graph
 * then does nothing. Every kernel of a graph thus has its launch, with its arguments. */
#ifndef GPULINT_GRAPH_FUNCTIONS_H
#define GPULINT_GRAPH_FUNCTIONS_H
#pragma GCC system_header
#pragma clang force_cuda_host_device begin
extern "C" {

inline cudaError_t __gl_graph_node(cudaGraphNode_t *out) { *out = (cudaGraphNode_t)__gl_new(1); return cudaSuccess; }

inline cudaError_t cudaGraphCreate(cudaGraph_t *out, unsigned) { *out = (cudaGraph_t)__gl_new(1); return cudaSuccess; }
inline cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *out, cudaGraph_t, const cudaGraphNode_t *, size_t, const struct cudaKernelNodeParams *p)
{
	cudaLaunchKernel(p->func, p->gridDim, p->blockDim, p->kernelParams, p->sharedMemBytes, 0);
	return __gl_graph_node(out);
}
inline cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *out, cudaGraph_t, const cudaGraphNode_t *, size_t, const struct cudaMemcpy3DParms *p)
{
	cudaMemcpy3D(p);
	return __gl_graph_node(out);
}
inline cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *out, cudaGraph_t, const cudaGraphNode_t *, size_t, void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind)
{
	cudaMemcpy(to, from, bytes, kind);
	return __gl_graph_node(out);
}
inline cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *out, cudaGraph_t, const cudaGraphNode_t *, size_t, const void *symbol, const void *from, size_t bytes, size_t offset, enum cudaMemcpyKind kind)
{
	cudaMemcpyToSymbol(symbol, from, bytes, offset, kind);
	return __gl_graph_node(out);
}
inline cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *out, cudaGraph_t, const cudaGraphNode_t *, size_t, void *to, const void *symbol, size_t bytes, size_t offset, enum cudaMemcpyKind kind)
{
	cudaMemcpyFromSymbol(to, symbol, bytes, offset, kind);
	return __gl_graph_node(out);
}
inline cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *out, cudaGraph_t, const cudaGraphNode_t *, size_t, const struct cudaMemsetParams *p)
{
	if (p->value == 0 || p->elementSize == 1)
		cudaMemset2D(p->dst, p->height > 1 ? p->pitch : p->width * p->elementSize, (int)p->value, p->width * p->elementSize, p->height);
	else
		__gl_forget(p->dst, p->height > 1 ? p->pitch * p->height : p->width * p->elementSize);
	return __gl_graph_node(out);
}
inline cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *out, cudaGraph_t, const cudaGraphNode_t *, size_t, const struct cudaHostNodeParams *p)
{
	p->fn(p->userData);
	return __gl_graph_node(out);
}
inline cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *out, cudaGraph_t, const cudaGraphNode_t *, size_t, struct cudaMemAllocNodeParams *p)
{
	cudaMalloc(&p->dptr, p->bytesize);
	return __gl_graph_node(out);
}
inline cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *out, cudaGraph_t, const cudaGraphNode_t *, size_t, void *) { return __gl_graph_node(out); }
inline cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *out, cudaGraph_t, const cudaGraphNode_t *, size_t, cudaGraph_t) { return __gl_graph_node(out); }
inline cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *out, cudaGraph_t, const cudaGraphNode_t *, size_t) { return __gl_graph_node(out); }
inline cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *out, cudaGraph_t, const cudaGraphNode_t *, size_t, cudaEvent_t) { return __gl_graph_node(out); }
inline cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *out, cudaGraph_t, const cudaGraphNode_t *, size_t, cudaEvent_t) { return __gl_graph_node(out); }

}
inline cudaError_t __gl_graph_add(cudaGraphNode_t *out, struct cudaGraphNodeParams *p)
{
	switch (p->type) {
	case cudaGraphNodeTypeKernel:
		cudaLaunchKernel(p->kernel.func, p->kernel.gridDim, p->kernel.blockDim, p->kernel.kernelParams, p->kernel.sharedMemBytes, 0);
		break;
	case cudaGraphNodeTypeMemcpy:
		cudaMemcpy3D(&p->memcpy.copyParams);
		break;
	case cudaGraphNodeTypeMemset:
		cudaGraphAddMemsetNode(out, 0, 0, 0, (struct cudaMemsetParams *)&p->memset);
		break;
	case cudaGraphNodeTypeMemAlloc:
		cudaMalloc(&p->alloc.dptr, p->alloc.bytesize);
		break;
	case cudaGraphNodeTypeConditional:
		p->conditional.phGraph_out = (cudaGraph_t *)__gl_new(p->conditional.size * sizeof(cudaGraph_t));
		break;
	default:
		break;
	}
	return __gl_graph_node(out);
}
inline cudaError_t cudaGraphAddNode(cudaGraphNode_t *out, cudaGraph_t, const cudaGraphNode_t *, const cudaGraphEdgeData *, size_t, struct cudaGraphNodeParams *p) { return __gl_graph_add(out, p); }
inline cudaError_t cudaGraphAddNode(cudaGraphNode_t *out, cudaGraph_t, const cudaGraphNode_t *, size_t, struct cudaGraphNodeParams *p) { return __gl_graph_add(out, p); }
inline cudaError_t cudaGraphAddNode_v2(cudaGraphNode_t *out, cudaGraph_t, const cudaGraphNode_t *, const cudaGraphEdgeData *, size_t, struct cudaGraphNodeParams *p) { return __gl_graph_add(out, p); }

inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *out, cudaGraph_t, unsigned long long = 0) { *out = (cudaGraphExec_t)__gl_new(1); return cudaSuccess; }
inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *out, cudaGraph_t, cudaGraphNode_t *, char *, size_t) { *out = (cudaGraphExec_t)__gl_new(1); return cudaSuccess; }
inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t, cudaGraph_t, cudaGraphExecUpdateResultInfo *out) { out->result = cudaGraphExecUpdateSuccess; return cudaSuccess; }
inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t, cudaGraph_t, cudaGraphNode_t *, enum cudaGraphExecUpdateResult *out) { *out = cudaGraphExecUpdateSuccess; return cudaSuccess; }
inline cudaError_t cudaGraphAddDependencies(cudaGraph_t, const cudaGraphNode_t *, const cudaGraphNode_t *, const cudaGraphEdgeData *, size_t) { return cudaSuccess; }
inline cudaError_t cudaGraphAddDependencies(cudaGraph_t, const cudaGraphNode_t *, const cudaGraphNode_t *, size_t) { return cudaSuccess; }
inline cudaError_t cudaGraphRemoveDependencies(cudaGraph_t, const cudaGraphNode_t *, const cudaGraphNode_t *, size_t) { return cudaSuccess; }
inline cudaError_t cudaStreamGetCaptureInfo(cudaStream_t, enum cudaStreamCaptureStatus *status, unsigned long long * = 0, cudaGraph_t * = 0, const cudaGraphNode_t ** = 0, size_t * = 0) { *status = cudaStreamCaptureStatusNone; return cudaSuccess; }
inline cudaError_t cudaStreamGetCaptureInfo(cudaStream_t, enum cudaStreamCaptureStatus *status, unsigned long long *, cudaGraph_t *, const cudaGraphNode_t **, const cudaGraphEdgeData **, size_t *) { *status = cudaStreamCaptureStatusNone; return cudaSuccess; }
inline cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t, enum cudaStreamCaptureStatus *status, unsigned long long * = 0, cudaGraph_t * = 0, const cudaGraphNode_t ** = 0, size_t * = 0) { *status = cudaStreamCaptureStatusNone; return cudaSuccess; }
inline cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t, cudaGraphNode_t *, size_t, unsigned = 0) { return cudaSuccess; }
inline cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t, cudaGraphNode_t *, const cudaGraphEdgeData *, size_t, unsigned = 0) { return cudaSuccess; }
extern "C" {

inline cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *out, cudaGraph_t, unsigned long long = 0) { *out = (cudaGraphExec_t)__gl_new(1); return cudaSuccess; }
inline cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *out, cudaGraph_t, cudaGraphInstantiateParams *) { *out = (cudaGraphExec_t)__gl_new(1); return cudaSuccess; }
inline cudaError_t cudaGraphUpload(cudaGraphExec_t, cudaStream_t) { return cudaSuccess; }
inline cudaError_t cudaGraphLaunch(cudaGraphExec_t graph, cudaStream_t stream) { return __gl_graph_launch(graph, stream); }
inline cudaError_t cudaGraphExecDestroy(cudaGraphExec_t) { return cudaSuccess; }
inline cudaError_t cudaGraphDestroy(cudaGraph_t) { return cudaSuccess; }
inline cudaError_t cudaGraphDestroyNode(cudaGraphNode_t) { return cudaSuccess; }
inline cudaError_t cudaGraphDebugDotPrint(cudaGraph_t, const char *, unsigned) { return cudaSuccess; }
inline cudaError_t cudaGraphClone(cudaGraph_t *out, cudaGraph_t graph) { *out = graph; return cudaSuccess; }
inline cudaError_t cudaGraphGetNodes(cudaGraph_t, cudaGraphNode_t *, size_t *count) { *count = __gl_unknown<size_t>(); return cudaSuccess; }
inline cudaError_t cudaGraphGetRootNodes(cudaGraph_t, cudaGraphNode_t *, size_t *count) { *count = __gl_unknown<size_t>(); return cudaSuccess; }
inline cudaError_t cudaGraphNodeGetType(cudaGraphNode_t, enum cudaGraphNodeType *out) { *out = __gl_unknown<enum cudaGraphNodeType>(); return cudaSuccess; }
inline cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *out, cudaGraphNode_t node, cudaGraph_t) { *out = node; return cudaSuccess; }
inline cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t, cudaGraph_t *out) { *out = (cudaGraph_t)__gl_new(1); return cudaSuccess; }
inline cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t, struct cudaKernelNodeParams *out) { __gl_forget(out, sizeof *out); return cudaSuccess; }
inline cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t, const struct cudaKernelNodeParams *) { return cudaSuccess; }
inline cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t, enum cudaLaunchAttributeID, const cudaLaunchAttributeValue *) { return cudaSuccess; }
inline cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t, const struct cudaMemcpy3DParms *) { return cudaSuccess; }
inline cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t, struct cudaMemAllocNodeParams *out) { __gl_forget(out, sizeof *out); return cudaSuccess; }
inline cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t, cudaGraphNode_t, const struct cudaKernelNodeParams *) { return cudaSuccess; }
inline cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t, cudaGraphNode_t, const struct cudaMemcpy3DParms *) { return cudaSuccess; }
inline cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t, cudaGraphNode_t, void *, const void *, size_t, enum cudaMemcpyKind) { return cudaSuccess; }
inline cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t, cudaGraphNode_t, const struct cudaMemsetParams *) { return cudaSuccess; }
inline cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t, cudaGraphNode_t, const struct cudaHostNodeParams *) { return cudaSuccess; }
inline cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t, cudaGraphNode_t, struct cudaGraphNodeParams *) { return cudaSuccess; }
inline cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t, cudaGraphNode_t, unsigned) { return cudaSuccess; }
inline cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *out, cudaGraph_t, unsigned = 0, unsigned = 0) { *out = __gl_unknown<cudaGraphConditionalHandle>(); return cudaSuccess; }
inline void cudaGraphSetConditional(cudaGraphConditionalHandle, unsigned) {}
inline cudaError_t cudaDeviceGraphMemTrim(int) { return cudaSuccess; }
inline cudaError_t cudaDeviceGetGraphMemAttribute(int, enum cudaGraphMemAttributeType, void *out) { __gl_forget(out, 8); return cudaSuccess; }
inline cudaError_t cudaDeviceSetGraphMemAttribute(int, enum cudaGraphMemAttributeType, void *) { return cudaSuccess; }
inline cudaError_t cudaUserObjectCreate(cudaUserObject_t *out, void *, cudaHostFn_t, unsigned, unsigned) { *out = (cudaUserObject_t)__gl_new(1); return cudaSuccess; }
inline cudaError_t cudaGraphRetainUserObject(cudaGraph_t, cudaUserObject_t, unsigned = 1, unsigned = 0) { return cudaSuccess; }
inline cudaGraphExec_t cudaGetCurrentGraphExec(void) { return (cudaGraphExec_t)__gl_new(1); }

}
#define cudaStreamGraphTailLaunch ((cudaStream_t)0x0100000000000000)
#define cudaStreamGraphFireAndForget ((cudaStream_t)0x0200000000000000)
#define cudaStreamTailLaunch ((cudaStream_t)0x3)
#define cudaStreamFireAndForget ((cudaStream_t)0x4)
#pragma clang force_cuda_host_device end
#endif
