#include "dovetail.h"

int clamp(int x, int low, int high)
    dovetail_requires(low <= high)
    dovetail_ensures(low <= dovetail_result && dovetail_result <= high);
