/* Parts of the standard library that host code uses now and then. */
#include <any>
#include <charconv>
#include <filesystem>
#include <string>
#include <system_error>

namespace {

template <class T>
int converted(const char *text, int base)
{
	const std::string s = text;
	T value = 77;
	const std::from_chars_result r = std::from_chars(s.data(), s.data() + s.size(), value, base);
	return (int)(value % 10007) * 10 + (int)(r.ptr - s.data()) + (int)r.ec * 100;
}

int mixed(const std::string &s)
{
	int sum = (int)s.size();
	for (char c : s)
		sum = (sum * 31 + c) % 1000003;
	return sum;
}

}

int converted_number() { return converted<int>("1234x", 10); }
int converted_negative() { return converted<long>("-99", 10); }
int converted_to_unsigned() { return converted<unsigned>("-99", 10); }
int converted_least() { return converted<short>("-32768", 10); }
int converted_beyond() { return converted<short>("32768", 10); }
int converted_far_beyond() { return converted<unsigned long long>("18446744073709551616", 10); }
int converted_in_hex() { return converted<int>("fFg", 16); }
int converted_plus() { return converted<int>("+5", 10) + converted<int>(" 5", 10) + converted<int>("", 10); }

int number_written()
{
	char text[8] = "zzzzzzz";
	const std::to_chars_result r = std::to_chars(text, text + 7, -123);
	return (int)(r.ptr - text) * 1000 + mixed(text) + (int)r.ec;
}

int number_too_long()
{
	char text[2];
	return (int)std::to_chars(text, text + 2, 123).ec;
}

int parts_of_a_path()
{
	const std::filesystem::path p = "/data/sets/images.tar.gz";
	return mixed(p.filename().string()) + 3 * mixed(p.stem().string()) + 5 * mixed(p.extension().string()) + 7 * mixed(p.parent_path().string());
}

int path_without_parts()
{
	const std::filesystem::path p = ".hidden";
	return mixed(p.stem().string()) + 3 * mixed(p.extension().string()) + p.has_parent_path() + 2 * p.is_absolute();
}

int joined_path()
{
	std::filesystem::path p = std::filesystem::path("out") / "run" / "log.txt";
	p.replace_extension("csv");
	return mixed(p.string()) + mixed((p / "/abs").string());
}

// not followed: files
int size_of_a_file() { return (int)std::filesystem::file_size("/proc/self/exe"); }

int any_number()
{
	std::any a = 5;
	const int first = std::any_cast<int>(a);
	a = std::string("seven");
	const std::any b = a;
	return first * 100 + (int)std::any_cast<std::string>(b).size() + (std::any_cast<int>(&a) == nullptr);
}
