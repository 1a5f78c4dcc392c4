// Types of CUDA arrays, textures and surfaces. Part of runtime_types.h.
#pragma once

enum cudaChannelFormatKind {
  cudaChannelFormatKindSigned = 0,
  cudaChannelFormatKindUnsigned = 1,
  cudaChannelFormatKindFloat = 2,
  cudaChannelFormatKindNone = 3
};
struct cudaChannelFormatDesc {
  int x, y, z, w;
  enum cudaChannelFormatKind f;
};
enum cudaResourceType {
  cudaResourceTypeArray = 0x00,
  cudaResourceTypeMipmappedArray = 0x01,
  cudaResourceTypeLinear = 0x02,
  cudaResourceTypePitch2D = 0x03
};
enum cudaResourceViewFormat { cudaResViewFormatNone = 0x00 };
struct __ws_array_resource {
  cudaArray_t array;
};
struct __ws_mipmap_resource {
  cudaMipmappedArray_t mipmap;
};
struct __ws_linear_resource {
  void* devPtr;
  struct cudaChannelFormatDesc desc;
  size_t sizeInBytes;
};
struct __ws_pitch_resource {
  void* devPtr;
  struct cudaChannelFormatDesc desc;
  size_t width, height, pitchInBytes;
};
union __ws_resource {
  struct __ws_array_resource array;
  struct __ws_mipmap_resource mipmap;
  struct __ws_linear_resource linear;
  struct __ws_pitch_resource pitch2D;
  int reserved[32];
};
struct cudaResourceDesc {
  enum cudaResourceType resType;
  union __ws_resource res;
  unsigned int flags;
};
struct cudaResourceViewDesc {
  enum cudaResourceViewFormat format;
  size_t width, height, depth;
  unsigned int firstMipmapLevel, lastMipmapLevel, firstLayer, lastLayer;
  unsigned int reserved[16];
};
enum cudaTextureAddressMode {
  cudaAddressModeWrap = 0,
  cudaAddressModeClamp = 1,
  cudaAddressModeMirror = 2,
  cudaAddressModeBorder = 3
};
enum cudaTextureFilterMode { cudaFilterModePoint = 0, cudaFilterModeLinear = 1 };
enum cudaTextureReadMode { cudaReadModeElementType = 0, cudaReadModeNormalizedFloat = 1 };
enum cudaSurfaceBoundaryMode {
  cudaBoundaryModeZero = 0,
  cudaBoundaryModeClamp = 1,
  cudaBoundaryModeTrap = 2
};
enum cudaSurfaceFormatMode { cudaFormatModeForced = 0, cudaFormatModeAuto = 1 };
struct cudaTextureDesc {
  enum cudaTextureAddressMode addressMode[3];
  enum cudaTextureFilterMode filterMode;
  enum cudaTextureReadMode readMode;
  int sRGB;
  float borderColor[4];
  int normalizedCoords;
  unsigned int maxAnisotropy;
  enum cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  int disableTrilinearOptimization, seamlessCubemap;
};

/// What a texture's or surface's handle points to, in the device's memory: warpscope-host writes it,
/// textures.h reads it.
struct __ws_texture {
  unsigned long long address, pitch, plane_pitch; ///< from row to row, from slice or layer to the next
  unsigned int width, height, depth;              ///< in texels; at least 1
  unsigned int channels, bits;                    ///< of a texel; of a channel
  enum cudaChannelFormatKind kind;
  enum cudaTextureAddressMode mode[3];
  enum cudaTextureFilterMode filter;
  enum cudaTextureReadMode read;
  int normalized; ///< coordinates from 0 to 1
  float border[4];
};
