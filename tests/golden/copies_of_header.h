// What programs of several files share: copies whose loops stand in those files.
#include <vector>

template <typename T>
static std::vector<T> fetch(const T *from, int count)
{
	std::vector<T> to(count);
	cudaMemcpy(to.data(), from, count * sizeof(T), cudaMemcpyDeviceToHost);
	return to;
}

template <typename T>
static void give(T *to, const std::vector<T> &from)
{
	cudaMemcpy(to, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice);
}
