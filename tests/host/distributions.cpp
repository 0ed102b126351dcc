/* Random numbers of other distributions than the uniform ones. */
#include <random>
#include <vector>

namespace {

template <class D, class G>
int drawn(D d, G g, double scale)
{
	unsigned sum = 0;
	for (int i = 0; i < 100; i++)
		sum = sum * 31 + (unsigned)(int)(d(g) * scale);
	return (int)(sum % 1000000007);
}

}

int weighted_places() { return drawn(std::discrete_distribution<int>{1, 2, 3, 0, 10}, std::mt19937(1), 1); }
int places_of_a_vector_of_weights()
{
	const std::vector<double> weights{0.1, 0.7, 0.2};
	return drawn(std::discrete_distribution<>(weights.begin(), weights.end()), std::minstd_rand(5), 1);
}
int places_of_a_function_of_weights()
{
	return drawn(std::discrete_distribution<int>(7, 0.0, 14.0, [](double x) { return x * x; }), std::mt19937_64(9), 1);
}
int the_only_place() { return drawn(std::discrete_distribution<int>{3}, std::mt19937(1), 1); }
int probabilities_of_places()
{
	const std::discrete_distribution<int> d{1, 3, 4};
	const std::vector<double> p = d.probabilities();
	return (int)(p[0] * 1000) + (int)(p[1] * 100) + (int)p.size() + d.max();
}
int times_between() { return drawn(std::exponential_distribution<double>(2.5), std::mt19937(3), 1000); }
int short_times_between() { return drawn(std::exponential_distribution<float>(0.5f), std::mt19937(3), 100); }
int times_by_parameters()
{
	std::exponential_distribution<double> d;
	std::mt19937 g(8);
	const double first = d(g, std::exponential_distribution<double>::param_type(4));
	return (int)(first * 1000) + (int)(d(g) * 1000) * 7 + (int)d.lambda();
}
int logarithms_that_are_normal() { return drawn(std::lognormal_distribution<double>(0.5, 0.25), std::mt19937(4), 1000); }
int times_to_failure() { return drawn(std::weibull_distribution<double>(1.5, 3), std::mt19937(6), 1000); }
int extremes() { return drawn(std::extreme_value_distribution<double>(1, 2), std::mt19937(7), 1000); }

// not followed: how often numbers are rejected on the way
int counts_of_events() { return drawn(std::poisson_distribution<int>(4), std::mt19937(1), 1); }
// not followed: made of gamma-distributed numbers
int heavy_tails() { return drawn(std::student_t_distribution<double>(3), std::mt19937(1), 10); }
