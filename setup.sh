#!/bin/sh
# Sets gpulint up on Debian 12 and 13: installs what is missing, fetches NVIDIA's compiler library, configures, builds.
# Safe to run again, and quick then. Elsewhere, or without root, it says what is missing and stops.
set -eu
cd "$(dirname "$0")"

packages="gcc libc6-dev cmake ninja-build pkg-config libclang-22-dev libjansson-dev libcyaml-dev libyaml-dev libcmocka-dev python3"
wheels=build/cuda            # CMakeLists.txt looks here: GPULINT_CUDA_WHEELS
cuda=13.0

say() { printf 'setup: %s\n' "$*"; }
warn() { printf 'setup: %s\n' "$*" >&2; }
fail() { warn "$*"; exit 1; }

is_installed() {
	[ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# --- packages ---------------------------------------------------------------------------------------------------------

missing_packages() {
	for package in $packages; do
		is_installed "$package" || printf ' %s' "$package"
	done
}

as_root() {
	if [ "$(id -u)" = 0 ]; then
		"$@"
	else
		sudo "$@"
	fi
}

install_packages() {
	[ "$(id -u)" = 0 ] || command -v sudo >/dev/null ||
		fail "not installed:$1. Become root, or have root run: apt-get install$1"
	say "installing$1"
	as_root apt-get update -q || warn "apt-get update failed; trying with the package lists there are"
	for package in $1; do
		[ -n "$(apt-cache search --names-only "^$package\$")" ] || case "$package" in
		libclang-22-dev)
			fail "the configured package archives have no libclang-22-dev. Debian 12 has it in its security archive (suite
bookworm-security), Debian 13 in its main one (suite trixie) since a point release. Add that suite of the mirror that
you use to /etc/apt/sources.list, or the archive of the LLVM project, and run setup.sh again." ;;
		*) fail "the configured package archives have no $package" ;;
		esac
	done
	# shellcheck disable=SC2086 # a list
	as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $1
}

if command -v dpkg-query >/dev/null && command -v apt-get >/dev/null; then
	missing=$(missing_packages)
	[ -z "$missing" ] || install_packages "$missing"
else
	# Another system: its packages have other names, so look for the things themselves.
	missing=
	for tool in cc cmake ninja pkg-config python3; do
		command -v $tool >/dev/null || missing="$missing $tool"
	done
	for library in jansson libcyaml cmocka; do
		pkg-config --exists $library 2>/dev/null || missing="$missing $library"
	done
	command -v llvm-config-22 >/dev/null || [ -d /usr/lib/llvm-22 ] || [ -d /usr/lib/llvm22 ] ||
		missing="$missing libclang-22"
	[ -z "$missing" ] || fail "this is not Debian, where setup.sh installs what it needs. Missing here:$missing"
fi

# --- NVIDIA's wheels: nothing but measuring needs them ----------------------------------------------------------------

has_toolkit() {
	for root in "${CUDA_PATH:-}" "${CUDA_HOME:-}" /usr/local/cuda /opt/cuda; do
		[ -n "$root" ] && [ -r "$root/include/cuda.h" ] && [ -r "$root/include/cuda_runtime.h" ] && {
			[ -r "$root/include/cupti.h" ] || [ -r "$root/extras/CUPTI/include/cupti.h" ]
		} && return 0
	done
	return 1
}

find_pip() {
	python3 -m pip --version >/dev/null 2>&1 && return 0
	[ "$(id -u)" = 0 ] || command -v sudo >/dev/null || return 1
	command -v apt-get >/dev/null || return 1
	as_root apt-get update -q &&
		as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends python3-pip
}

# nvdisasm, which only tests need, has wheels since 13.2. CUPTI 13.0 counts one kernel of a process, 13.5 counts all.
version_of() {
	case $1 in
	nvidia-cuda-cupti) echo 13.5 ;;
	nvidia-cuda-nvdisasm) echo 13.2 ;;
	*) echo $cuda ;;
	esac
}

# Unpacks the wheel of that name, unless it is there already.
fetch_wheel() {
	[ ! -e "$wheels/$1.done" ] || return 0
	find_pip || return 1
	say "fetching $1 $(version_of "$1")"
	rm -rf "$wheels/download"
	mkdir -p "$wheels/download"
	python3 -m pip download -q --no-deps --only-binary :all: --retries 2 \
		-d "$wheels/download" "$1==$(version_of "$1").*" || return 1
	python3 -m zipfile -e "$wheels/download"/*.whl "$wheels" || return 1
	[ ! -d "$wheels/nvidia/cu13/bin" ] || chmod +x "$wheels/nvidia/cu13/bin"/* || return 1
	rm -rf "$wheels/download"
	touch "$wheels/$1.done"
}

wanted="nvidia-cuda-nvrtc nvidia-cuda-nvdisasm nvidia-cuda-cupti"
has_toolkit || wanted="$wanted nvidia-cuda-runtime nvidia-cuda-crt nvidia-cuda-cccl"
for wheel in $wanted; do
	fetch_wheel "$wheel" || {
		warn "could not get $wheel: gpulint builds and lints without, but cannot compile and measure kernels"
		break
	}
done

# --- the build --------------------------------------------------------------------------------------------------------

mkdir -p build
cmake --preset release >build/configure.log 2>&1 || { cat build/configure.log >&2; fail "cmake could not configure"; }
grep 'gpulint-run is not built' build/configure.log || true
cmake --build --preset release
say "built build/gpulint"
