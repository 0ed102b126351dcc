"""Cubins by NVRTC, where there is no nvcc: of a source's device code alone, as `gpulint verify` hands it to its worker.

    nvrtc.py GPULINT WHEELS ARCH SOURCE CUBIN

WHEELS is where setup.sh unpacks NVIDIA's wheels, ARCH is such as sm_90."""
import ctypes
import glob
import json
import os
import re
import subprocess
import sys
import tempfile


def find_library(folders):
    """The library's path, or None: in these folders, or where the loader looks."""
    for path in [*(os.path.join(folder, "libnvrtc.so.13") for folder in folders), "libnvrtc.so.13"]:
        try:
            ctypes.CDLL(path)
            return path
        except OSError:
            pass
    return None


def open_library(path):
    """NVRTC, with what it loads by name from its own folder, where the loader may not look."""
    for builtins in glob.glob(os.path.join(os.path.dirname(path), "libnvrtc-builtins.so.*")):
        ctypes.CDLL(builtins)
    return ctypes.CDLL(path)


def device_code(gpulint, source):
    """The source without its host code; every line is where it was."""
    with tempfile.TemporaryDirectory() as folder:
        job = os.path.join(folder, "job.json")
        subprocess.run([gpulint, "verify", "--no-compile", "--runner", f"cat >'{job}'", source], capture_output=True)
        with open(job) as file:
            return json.load(file)["sources"][0]["text"]


def compile_text(nvrtc, text, name, headers, arch):
    """The program, and what the compiler complains of; the headers are taken to be empty."""
    program, size = ctypes.c_void_p(), ctypes.c_size_t()
    options = [f"--gpu-architecture={arch}".encode(), b"-lineinfo", b"-std=c++17"]
    names = (ctypes.c_char_p * len(headers))(*headers)
    empty = (ctypes.c_char_p * len(headers))(*[b""] * len(headers))
    nvrtc.nvrtcCreateProgram(ctypes.byref(program), text, name, len(headers), empty, names)
    if not nvrtc.nvrtcCompileProgram(program, len(options), (ctypes.c_char_p * len(options))(*options)):
        return program, ""
    nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
    log = ctypes.create_string_buffer(size.value)
    nvrtc.nvrtcGetProgramLog(program, log)
    return program, log.value.decode()


def compile_file(library, gpulint, source, cubin, arch):
    """What the compiler complains of; empty if it made a cubin. Headers that it does not find are of host code."""
    nvrtc, headers, size = open_library(library), [], ctypes.c_size_t()
    text = device_code(gpulint, source).encode()
    program, problem = compile_text(nvrtc, text, source.encode(), headers, arch)
    while (missing := re.search(r'could not open source file "([^"]+)"', problem)) and missing[1].encode() not in headers:
        headers.append(missing[1].encode())
        program, problem = compile_text(nvrtc, text, source.encode(), headers, arch)
    if problem:
        return problem
    nvrtc.nvrtcGetCUBINSize(program, ctypes.byref(size))
    code = ctypes.create_string_buffer(size.value)
    nvrtc.nvrtcGetCUBIN(program, code)
    with open(cubin, "wb") as out:
        out.write(code.raw)
    return ""


def main():
    if len(sys.argv) != 6 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    gpulint, wheels, arch, source, cubin = sys.argv[1:]
    library = find_library([os.path.join(wheels, "nvidia", "cu13", "lib")])
    if not library:
        sys.exit("nvrtc.py: there is no libnvrtc.so.13")
    sys.exit(compile_file(library, gpulint, source, cubin, arch) or 0)


if __name__ == "__main__":
    main()
