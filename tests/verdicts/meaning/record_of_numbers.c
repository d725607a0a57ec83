// In a record without pointers nothing is restricted.
// verdict: proved
// slow: others of its kind are run at every change
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
