/* The same, for programs with functions that are left open. */
#include "seahorn.h"
