// end: normal 23

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char line[64] = "  key = value ; other=12 ";
    unsigned h = 0;
    for (char *part = strtok(line, ";"); part; part = strtok(NULL, ";")) {
        while (isspace((unsigned char)*part))
            part++;
        char *equals = strchr(part, '=');
        h = h * 31 + (unsigned)strcspn(part, " =") + (unsigned)(equals - part);
        h = h * 31 + atoi(equals + 1) + (strstr(part, "val") != NULL);
    }
    char word[16];
    strncpy(word, "abcdefghijklmnop", 9);
    word[9] = '\0';
    strcat(word, "XYZ");
    for (char *c = word; *c; c++)
        *c = (char)(islower((unsigned char)*c) ? toupper((unsigned char)*c) : tolower((unsigned char)*c));
    h = h * 31 + (strcmp(word, "ABCDEFGHIxyz") == 0) + (strncmp(word, "ABD", 2) == 0) * 2 + (strcmp("a", "b") < 0) * 4;
    memmove(word + 2, word, 5);
    h = h * 31 + word[6] + (unsigned)strlen(word) + (unsigned)strspn(word, "AB");
    char *copy = strdup(word);
    h = h * 31 + (memcmp(copy, word, sizeof "12345") == 0) + (strrchr(copy, 'z') == copy + 11);
    free(copy);
    char *end;
    h = h * 31 + (unsigned)strtol("-0x1fz", &end, 0) + (*end == 'z') + (unsigned)strtoul("777", NULL, 8);
    return h % 126;
}
