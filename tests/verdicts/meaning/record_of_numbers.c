// In a record without pointers nothing is restricted.
// verdict: proved
// strategy: dash
// function: area
#include <assert.h>
struct size { unsigned char width, height; };
unsigned area(struct size size)
{
    unsigned found = size.width * size.height;
    assert(found <= 255 * 255);
    return found;
}
