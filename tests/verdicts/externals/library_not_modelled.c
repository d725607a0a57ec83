// Of a function of the library that has no model nothing is known.
// verdict: unknown
// strategy: bounded
// reason: 'uname' is a function of the C library
#include <assert.h>
#include <sys/utsname.h>

int main(void) {
    struct utsname name = {0};
    uname(&name);
    assert(name.sysname[0] == 0);
}
