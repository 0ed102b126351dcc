/* Streams of strings, whose text is known. */
#include <fstream>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

namespace {

int mixed(const std::string &s)
{
	int sum = (int)s.size();
	for (char c : s)
		sum = (sum * 31 + c) % 1000003;
	return sum;
}

template <class T>
int read_all(const char *text)
{
	std::istringstream in(text);
	T value = 1;
	int sum = 0, count = 0;
	while (in >> value) {
		count++;
		sum += (int)(value % 10007);
	}
	return count * 100000 + sum + (int)(value % 101) + in.eof() * 7 + in.bad();
}

}

int numbers_until_the_end() { return read_all<int>("1 22  -333\n4444 "); }
int number_too_large() { return read_all<int>("5 99999999999 7"); }
int number_too_small() { return read_all<int>("5 -99999999999 7"); }
int short_number_too_large() { return read_all<short>("5 40000 7"); }
int unsigned_number_below_zero() { return read_all<unsigned>("5 -1 7"); }
int unsigned_number_too_large() { return read_all<unsigned>("5 4294967296 7"); }
int word_for_a_number() { return read_all<int>("5 x 7"); }
int nothing_for_a_number() { return read_all<long>("   "); }

int bool_of_two()
{
	std::istringstream in("1 0 2 1");
	bool b = false;
	int sum = 0;
	while (in >> b)
		sum = sum * 2 + b + 1;
	return sum * 10 + b;
}

int words()
{
	std::istringstream in("  a bc\n\tdef ");
	std::string word, all;
	while (in >> word)
		all += word + ",";
	return mixed(all) + in.fail();
}

int lines()
{
	std::istringstream in("first\n\nthird");
	std::string line, all;
	while (std::getline(in, line))
		all += line + ";";
	return mixed(all + line);
}

int fields()
{
	std::stringstream in("3,14,,159,");
	std::string field;
	int sum = 0;
	while (std::getline(in, field, ','))
		sum = sum * 7 + (field.empty() ? 5 : std::stoi(field));
	return sum;
}

int line_behind_a_number()
{
	std::istringstream in("12 rest of it\nnext line");
	std::string rest, next;
	int n = 0;
	in >> n;
	in.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
	std::getline(in, next);
	return n + mixed(next);
}

int space_skipped()
{
	std::istringstream in("7 \n  line");
	std::string line;
	int n = 0;
	in >> n >> std::ws;
	std::getline(in, line);
	return n + mixed(line);
}

int characters()
{
	std::istringstream in("a b\nc");
	int sum = 0;
	char c;
	while (in.get(c))
		sum = sum * 3 + c;
	in.clear();
	return sum + in.peek();
}

int characters_without_space()
{
	std::istringstream in("a b\nc");
	int sum = 0;
	char c;
	while (in >> c)
		sum = sum * 3 + c;
	return sum;
}

int read_by_iterators()
{
	std::istringstream in("4 8 15 16 23 42");
	std::vector<int> all((std::istream_iterator<int>(in)), std::istream_iterator<int>());
	int sum = 0;
	for (size_t i = 0; i < all.size(); i++)
		sum = sum * 3 + all[i];
	return sum + (int)all.size();
}

int read_by_buffer_iterators()
{
	std::istringstream in("some text\nof two lines");
	std::string all((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
	return mixed(all);
}

int a_stream_into_another()
{
	std::istringstream in("one two");
	std::ostringstream out;
	out << "[" << in.rdbuf() << "]";
	return mixed(out.str());
}

int written_by_iterators()
{
	std::ostringstream out;
	std::ostream_iterator<int> at(out, ", ");
	for (int i = 5; i < 9; i++)
		*at++ = i * i;
	return mixed(out.str());
}

int ends_of_lines()
{
	std::ostringstream out;
	out << 1 << std::endl << true << ' ' << "x" << '\n' << -5L << std::flush << std::string("end");
	return mixed(out.str());
}

int written_and_read()
{
	std::stringstream both;
	both << 640 << 'x' << 480;
	int width = 0, height = 0;
	char x = 0;
	both >> width >> x >> height;
	return width * 1000 + height + (x == 'x') + both.eof();
}

// not followed: how numbers of floating point are written
int written_float()
{
	std::ostringstream out;
	out << 3.25;
	return (int)out.str().size();
}

// not followed: formats
int written_wide()
{
	std::ostringstream out;
	out << std::setw(12) << 5;
	return (int)out.str().size();
}

// not followed: formats
int read_in_hex()
{
	std::istringstream in("ff 10");
	int a = 0, b = 0;
	in >> std::hex >> a >> b;
	return a * 1000 + b;
}

// not followed: how numbers of floating point are written
int text_of_double() { return (int)std::to_string(12.5).size(); }

// not followed: files
int word_of_a_file()
{
	std::ifstream in("/proc/sys/kernel/ostype");
	std::string word;
	in >> word;
	return (int)word.size();
}

// not followed: files
int size_of_a_file()
{
	std::ifstream in("/proc/sys/kernel/ostype");
	std::vector<char> all((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
	return (int)all.size();
}

// not followed: files
int lines_of_a_file()
{
	std::ifstream in("/proc/sys/kernel/ostype");
	std::string line;
	int n = 0;
	while (std::getline(in, line))
		n++;
	return n;
}

// not followed: files
int text_of_a_file()
{
	std::ifstream in("/proc/sys/kernel/ostype");
	std::stringstream text;
	text << in.rdbuf();
	std::string all = text.str() + "!";
	return (int)all.size() + (all.find('x') != std::string::npos) + (all < "M");
}

// not followed: files
int characters_of_a_file()
{
	std::ifstream in("/proc/sys/kernel/ostype");
	char name[16] = "none";
	in >> name;
	return name[3];
}

int text_of_which_a_base_reads_what_another_wrote()
{
	std::stringstream text;
	std::ostream &out = text;
	std::istream &in = text;
	int first = 0, second = 0;
	out << 12 << ' ' << 30;
	in >> first;
	text >> second;
	return 100 * first + second + text.eof();
}
