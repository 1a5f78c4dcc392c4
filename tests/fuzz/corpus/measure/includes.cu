#include <a.h>
/* x */ # \
include "b.h"
%:include_next <c>
#include MACRO
