// property: valid-memsafety
// end: violation invalid-deref line 11

#include <string.h>

int main(void) {
    char path[12] = "/usr/";
    const char *parts[] = {"lib", "/x86"};
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (strlen(parts[i]) < sizeof path)
            strcat(path, parts[i]);
    }
    return path[0] == '/';
}
