#ifndef GPULINT_THRUST_RANDOM_H
#define GPULINT_THRUST_RANDOM_H
#pragma GCC system_header
#include <gpulint/thrust_core.h>
#include <random>
namespace thrust {
typedef std::default_random_engine default_random_engine;
typedef std::minstd_rand minstd_rand;
using std::uniform_int_distribution;
using std::uniform_real_distribution;
using std::normal_distribution;
namespace random {
using thrust::default_random_engine;
using thrust::minstd_rand;
using std::uniform_int_distribution;
using std::uniform_real_distribution;
using std::normal_distribution;
namespace experimental { using std::normal_distribution; }
}
}
#endif
