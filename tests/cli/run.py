#!/usr/bin/env python3
"""The command line from outside: options, exit codes and messages, also on inputs that are no programs.

    run.py GPULINT [NAME...]      runs the named tests, or all; a name is SUBJECT, CLASS or CLASS.METHOD
    run.py --list                 lists the subjects with their classes

The tests of a subject are in test_SUBJECT.py. A test is a method of a class, run in an empty folder of its own. A class may
have tests in several subjects: its name runs all of them.
"""
import importlib
import pathlib
import sys
import unittest


class Loader(unittest.TestLoader):
    """Finds tests by class or subject rather than by module."""

    def __init__(self, subjects):
        super().__init__()
        self.subjects = subjects

    def loadTestsFromModule(self, module, **_):
        return self.loadTestsFromNames(self.subjects)

    def loadTestsFromName(self, name, module=None):
        wanted, _, method = name.partition(".")
        found = [case for subject, cases in self.subjects.items() for case in cases
                 if wanted in (subject, case.__name__) and (not method or method in vars(case))]
        if not found:
            sys.exit(f"run.py: no test is named {name}")
        return self.suiteClass(case(method) if method else self.loadTestsFromTestCase(case) for case in found)


def subjects():
    """The test classes of each subject."""
    found = {}
    for path in sorted(pathlib.Path(__file__).parent.glob("test_*.py")):
        # Not the classes that the file imports.
        own = [member for member in vars(importlib.import_module(path.stem)).values() if getattr(member, "__module__", "") == path.stem]
        found[path.stem.removeprefix("test_")] = [member for member in own if isinstance(member, type)]
    return found


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if sys.argv[1] == "--list":
        for subject, cases in subjects().items():
            print(subject, *(case.__name__ for case in cases))
        return
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]], testLoader=Loader(subjects()))


if __name__ == "__main__":
    main()
