/* How large the types of the standard library are: programs have them in structures that go to the device. */
#include <any>
#include <array>
#include <atomic>
#include <bitset>
#include <chrono>
#include <complex>
#include <condition_variable>
#include <cstdlib>
#include <ctime>
#include <deque>
#include <dirent.h>
#include <filesystem>
#include <forward_list>
#include <fstream>
#include <functional>
#include <future>
#include <iterator>
#include <list>
#include <locale>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <pthread.h>
#include <queue>
#include <random>
#include <regex>
#include <semaphore.h>
#include <set>
#include <shared_mutex>
#include <sstream>
#include <stack>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <sys/time.h>
#include <system_error>
#include <thread>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

namespace {

template <class... T>
size_t sizes()
{
	const size_t all[] = {sizeof(T)...};
	size_t sum = 0;
	for (size_t size : all)
		sum = (sum * 31 + size) % 1000003;
	return sum;
}

}

int of_streams()
{
	return (int)sizes<std::ifstream, std::ofstream, std::fstream, std::istringstream, std::ostringstream, std::stringstream>();
}

int of_bases_of_streams()
{
	return (int)sizes<std::ios_base, std::ios, std::ostream, std::istream, std::iostream, std::streambuf>();
}

int of_iterators_of_streams()
{
	return (int)sizes<std::istream_iterator<int>, std::istream_iterator<double>, std::istreambuf_iterator<char>,
	                  std::ostream_iterator<int>>();
}

int of_containers()
{
	return (int)sizes<std::vector<int>, std::deque<int>, std::list<int>, std::forward_list<int>, std::map<int, int>,
	                  std::multimap<int, int>, std::set<int>, std::multiset<int>, std::unordered_map<int, int>,
	                  std::unordered_set<int>, std::unordered_multimap<int, int>, std::vector<bool>, std::array<char, 3>,
	                  std::initializer_list<int>>();
}

int of_adapters()
{
	return (int)sizes<std::queue<int>, std::stack<int>, std::priority_queue<int>>();
}

int of_texts()
{
	return (int)sizes<std::string, std::wstring, std::string_view, std::filesystem::path>();
}

int of_bits()
{
	return (int)sizes<std::bitset<1>, std::bitset<64>, std::bitset<65>>();
}

int of_pointers()
{
	return (int)sizes<std::unique_ptr<int>, std::unique_ptr<int[]>, std::unique_ptr<int, void (*)(int *)>,
	                  std::shared_ptr<int>, std::weak_ptr<int>, std::reference_wrapper<int>, std::exception_ptr>();
}

int of_values()
{
	return (int)sizes<std::any, std::optional<int>, std::optional<double>, std::optional<std::string>,
	                  std::variant<int, double>, std::variant<char, short>, std::variant<std::string, int>,
	                  std::tuple<int, char>, std::tuple<char, int, char>, std::pair<char, double>, std::complex<float>,
	                  std::complex<double>, std::function<int(int)>, std::atomic<bool>, std::atomic<double>,
	                  std::chrono::seconds>();
}

int of_threads()
{
	return (int)sizes<std::thread, std::thread::id, std::mutex, std::recursive_mutex, std::timed_mutex, std::shared_mutex,
	                  std::condition_variable, std::once_flag, std::lock_guard<std::mutex>, std::unique_lock<std::mutex>,
	                  pthread_t, pthread_mutex_t, pthread_cond_t, pthread_rwlock_t, pthread_attr_t, pthread_barrier_t,
	                  sem_t>();
}

int of_random_numbers()
{
	return (int)sizes<std::mt19937, std::mt19937_64, std::minstd_rand, std::uniform_int_distribution<int>,
	                  std::uniform_real_distribution<float>, std::normal_distribution<float>,
	                  std::normal_distribution<double>, std::bernoulli_distribution>();
}

int of_errors()
{
	return (int)sizes<std::exception, std::runtime_error, std::out_of_range, std::bad_alloc, std::error_code>();
}

int of_the_c_library()
{
	return (int)sizes<std::tm, std::timespec, timeval, struct stat, dirent, std::div_t, std::ldiv_t, time_t, wchar_t>();
}

int of_results_of_threads()
{
	return (int)sizes<std::future<int>, std::future<void>, std::future<int &>, std::shared_future<double>, std::promise<int>,
	                  std::promise<void>, std::packaged_task<int(int)>>();
}

int of_distributions()
{
	return (int)sizes<std::discrete_distribution<int>, std::exponential_distribution<float>, std::weibull_distribution<float>,
	                  std::extreme_value_distribution<double>, std::lognormal_distribution<double>>();
}

int of_regular_expressions()
{
	return (int)sizes<std::regex, std::wregex, std::locale>();
}
