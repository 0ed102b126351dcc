#ifndef __nvml_nvml__h__
#define __nvml_nvml__h__
#pragma GCC system_header
#include <gpulint/library_call.h>
typedef enum { NVML_SUCCESS, NVML_ERROR_UNINITIALIZED, NVML_ERROR_INVALID_ARGUMENT, NVML_ERROR_NOT_SUPPORTED, NVML_ERROR_NO_PERMISSION, NVML_ERROR_NOT_FOUND = 6, NVML_ERROR_INSUFFICIENT_SIZE, NVML_ERROR_UNKNOWN = 999 } nvmlReturn_t;
typedef enum { NVML_CLOCK_GRAPHICS, NVML_CLOCK_SM, NVML_CLOCK_MEM, NVML_CLOCK_VIDEO } nvmlClockType_t;
typedef enum { NVML_FEATURE_DISABLED, NVML_FEATURE_ENABLED } nvmlEnableState_t;
typedef enum { NVML_RESTRICTED_API_SET_APPLICATION_CLOCKS, NVML_RESTRICTED_API_SET_AUTO_BOOSTED_CLOCKS } nvmlRestrictedAPI_t;
typedef enum { NVML_TEMPERATURE_GPU } nvmlTemperatureSensors_t;
typedef enum { NVML_TEMPERATURE_THRESHOLD_SHUTDOWN, NVML_TEMPERATURE_THRESHOLD_SLOWDOWN, NVML_TEMPERATURE_THRESHOLD_MEM_MAX, NVML_TEMPERATURE_THRESHOLD_GPU_MAX } nvmlTemperatureThresholds_t;
typedef enum { NVML_TOTAL_POWER_SAMPLES, NVML_GPU_UTILIZATION_SAMPLES, NVML_MEMORY_UTILIZATION_SAMPLES } nvmlSamplingType_t;
typedef enum { NVML_VALUE_TYPE_DOUBLE, NVML_VALUE_TYPE_UNSIGNED_INT, NVML_VALUE_TYPE_UNSIGNED_LONG, NVML_VALUE_TYPE_UNSIGNED_LONG_LONG } nvmlValueType_t;
typedef union { double dVal; int siVal; unsigned uiVal; unsigned long ulVal; unsigned long long ullVal; long long sllVal; } nvmlValue_t;
typedef struct { unsigned long long timeStamp; nvmlValue_t sampleValue; } nvmlSample_t;
#define nvmlClocksThrottleReasonGpuIdle 0x1ull
#define nvmlClocksThrottleReasonApplicationsClocksSetting 0x2ull
#define nvmlClocksThrottleReasonSwPowerCap 0x4ull
#define nvmlClocksThrottleReasonHwSlowdown 0x8ull
#define nvmlClocksThrottleReasonSwThermalSlowdown 0x20ull
#define nvmlClocksThrottleReasonHwThermalSlowdown 0x40ull
#define nvmlClocksThrottleReasonHwPowerBrakeSlowdown 0x80ull
#define nvmlClocksThrottleReasonNone 0ull
#define nvmlClocksThrottleReasonAll 0x1ffull
typedef struct nvmlDevice_st *nvmlDevice_t;
typedef struct { char busIdLegacy[16]; unsigned domain, bus, device, pciDeviceId, pciSubSystemId; char busId[32]; } nvmlPciInfo_t;
typedef struct { unsigned long long total, free, used; } nvmlMemory_t;
typedef struct { unsigned gpu, memory; } nvmlUtilization_t;
#define NVML_DEVICE_NAME_BUFFER_SIZE 64
#define NVML_DEVICE_UUID_BUFFER_SIZE 80
inline const char *nvmlErrorString(nvmlReturn_t) { return "nvmlReturn_t"; }
#define __GL_NVML(name) __GL_LIBRARY_CALL(nvmlReturn_t, NVML_SUCCESS, name)
__GL_NVML(nvmlInit)
__GL_NVML(nvmlInit_v2)
__GL_NVML(nvmlShutdown)
__GL_NVML(nvmlDeviceGetCount)
__GL_NVML(nvmlDeviceGetHandleByIndex)
__GL_NVML(nvmlDeviceGetHandleByIndex_v2)
__GL_NVML(nvmlDeviceGetHandleByPciBusId)
__GL_NVML(nvmlDeviceGetPowerManagementLimit)
__GL_NVML(nvmlDeviceGetTemperatureThreshold)
__GL_NVML(nvmlDeviceGetCurrentClocksThrottleReasons)
__GL_NVML(nvmlDeviceGetFanSpeed)
__GL_NVML(nvmlDeviceGetSamples)
__GL_NVML(nvmlDeviceGetName)
__GL_NVML(nvmlDeviceGetUUID)
__GL_NVML(nvmlDeviceGetPciInfo)
__GL_NVML(nvmlDeviceGetMemoryInfo)
__GL_NVML(nvmlDeviceGetUtilizationRates)
__GL_NVML(nvmlDeviceGetPowerUsage)
__GL_NVML(nvmlDeviceGetTotalEnergyConsumption)
__GL_NVML(nvmlDeviceGetTemperature)
__GL_NVML(nvmlDeviceGetClockInfo)
__GL_NVML(nvmlDeviceGetMaxClockInfo)
__GL_NVML(nvmlDeviceGetApplicationsClock)
__GL_NVML(nvmlDeviceSetApplicationsClocks)
__GL_NVML(nvmlDeviceResetApplicationsClocks)
__GL_NVML(nvmlDeviceGetSupportedMemoryClocks)
__GL_NVML(nvmlDeviceGetSupportedGraphicsClocks)
__GL_NVML(nvmlDeviceGetAPIRestriction)
__GL_NVML(nvmlSystemGetDriverVersion)
#endif
