"""Runs a program's tests at the same time, in threads: for tests that wait most of the time and hardly compute."""
import concurrent.futures
import sys
import unittest

AT_ONCE = 6


def run(test):
    result = unittest.TestResult()
    test.run(result)
    return result


def tests_of(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from tests_of(test)
        else:
            yield test


def main(names):
    """All tests of the program, or those of these names; as unittest.main otherwise."""
    module, loader = sys.modules["__main__"], unittest.defaultTestLoader
    suite = loader.loadTestsFromNames(names, module) if names else loader.loadTestsFromModule(module)
    tests = list(tests_of(suite))
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        results = list(pool.map(run, tests))
    for result in results:
        for test, text in result.errors + result.failures:
            print(f"FAILED: {test}\n{text}")
        for test, reason in result.skipped:
            print(f"skipped: {test}: {reason}")
    failed = sum(not result.wasSuccessful() for result in results)
    print(f"{len(tests)} tests, {failed} failed")
    sys.exit(1 if failed or not tests else 0)
