/* warpscope
title       = "Constant memory, all lanes at one address"
question    = "16 coefficients are read by every thread. How many passes does a read take?"
explanation = """
All lanes of a warp ask for the same coefficient, the constant cache answers once and gives the value to everyone: one pass a read. \
This is what constant memory is made for: small tables, walked through by all threads together."""
kernel = "polynomial"
grid   = "N/256"
block  = 256
[params]
N = [65536, 4096]
[args]
in  = "mod:3[N]"
out = "zero[N]"
[check]
out = "polynomial_reference"
[lesson]
at     = "value = value * x + coefficients[k];"
access = "load"
answer = "All {lanes lane} ask for one address: {passes pass}. Over block 0 this line is {line_requests request} and {line_passes pass}."
*/
__constant__ float coefficients[16] = {1, -2, 3, -1, 2, 1, -3, 2, 1, -1, 2, -2, 3, 1, -1, 1};

// 16 terms by Horner's rule; x is 0, 1 or 2, so all values are whole and exact.
__global__ void polynomial(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i];
  float value = 0.0f;
  for (int k = 15; k >= 0; k--)
    value = value * x + coefficients[k];
  out[i] = value;
}

// The sum of coefficient times power, from the lowest one up.
__global__ void polynomial_reference(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = 0.0f, power = 1.0f;
  for (int k = 0; k < 16; k++) {
    value += coefficients[k] * power;
    power *= in[i];
  }
  out[i] = value;
}
