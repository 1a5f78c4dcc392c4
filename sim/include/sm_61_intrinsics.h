// Everything of this header that device code uses is in the prelude.
#pragma once
