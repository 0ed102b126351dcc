/* What the standard library throws. */
#include <array>
#include <bitset>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace {

template <class F>
int thrown(F f)
{
	try {
		return f();
	} catch (const std::invalid_argument &) {
		return 1001;
	} catch (const std::out_of_range &) {
		return 1002;
	} catch (const std::exception &) {
		return 1003;
	}
}

}

int number_of_no_digits() { return thrown([] { return std::stoi("default"); }); }
int number_beyond_int() { return thrown([] { return std::stoi("99999999999"); }); }
int number_beyond_long() { return thrown([] { return static_cast<int>(std::stol("99999999999999999999")); }); }
int negative_number_beyond_long() { return thrown([] { return static_cast<int>(std::stoll(" -9223372036854775809")); }); }
int the_greatest_long() { return thrown([] { return static_cast<int>(std::stol("9223372036854775807") % 1000); }); }
int the_least_long() { return thrown([] { return static_cast<int>(std::stol("-0x8000000000000000", nullptr, 16) % 1000); }); }
int unsigned_number_beyond() { return thrown([] { return static_cast<int>(std::stoul("18446744073709551616")); }); }
int the_greatest_unsigned() { return thrown([] { return static_cast<int>(std::stoul("18446744073709551615") % 1000); }); }
int real_beyond() { return thrown([] { return static_cast<int>(std::stod("1e999")); }); }
int real_too_small() { return thrown([] { return static_cast<int>(std::stod("0.001e-999")); }); }
int real_that_is_zero() { return thrown([] { return static_cast<int>(std::stod("0.00e5")); }); }
int real_that_is_infinite() { return thrown([] { return std::stod("-inf") < 0; }); }
int number_within_int() { return thrown([] { return std::stoi("  -12abc"); }); }
int real_of_no_digits() { return thrown([] { return static_cast<int>(std::stod("n/a")); }); }
int real_with_a_rest()
{
	size_t length = 0;
	return thrown([&] { return static_cast<int>(std::stod("2.5e1kg", &length)); }) + static_cast<int>(length);
}
int place_behind_a_vector()
{
	const std::vector<int> v{8, 1, 8};
	return thrown([&] { return v.at(3); }) + thrown([&] { return v.at(2); });
}
int place_behind_an_array()
{
	std::array<int, 3> a{};
	return thrown([&] { return a.at(3); }) + thrown([&] { return a.at(2); });
}
int place_behind_a_text()
{
	return thrown([] { return static_cast<int>(std::string("abc").substr(7).size()); }) +
	       thrown([] { return static_cast<int>(std::string("abc").substr(3).size()); }) * 3;
}
int place_behind_a_view() { return thrown([] { return static_cast<int>(std::string_view("abc").substr(4).size()); }); }
int key_of_no_map()
{
	const std::map<int, int> m{{1, 5}};
	std::unordered_map<int, int> u{{1, 5}};
	return thrown([&] { return m.at(2); }) + thrown([&] { return u.at(2); }) * 3 + thrown([&] { return u.at(1); });
}
int erased_behind_a_text() { return thrown([] { return static_cast<int>(std::string("abc").erase(4).size()); }); }

int what_an_exception_says()
{
	const auto same = [](std::runtime_error e) { return e; };
	const std::runtime_error e = same(std::runtime_error(std::string("text ") + "that is longer"));
	return e.what()[0] * 100 + static_cast<int>(std::string(e.what()).size());
}
