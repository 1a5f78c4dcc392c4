// Everything of this header is in the prelude.
#pragma once
