// Only the host part of a program uses this header, and that part is not simulated: empty here.
#pragma once
