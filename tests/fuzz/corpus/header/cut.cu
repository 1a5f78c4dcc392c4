/* warpscope
title = "cut