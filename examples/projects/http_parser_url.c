/* http-parser: the URL of a CONNECT request, `host:port`, as any three bytes without a terminator. The parser reads
 * none but these, and every field that it finds lies within them. */
// project: http-parser
// files: {http-parser}/http_parser.c
// flags: -I {http-parser}
// property: valid-memsafety, unreach-call
// verdict: proved
// before: http-parser-b11de0f
#include <assert.h>
#include <dovetail.h>
#include <http_parser.h>

#define LENGTH 3

int main(void) {
    char url[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
        url[i] = dovetail_any_char();
    }
    struct http_parser_url parts;
    http_parser_url_init(&parts);
    if (http_parser_parse_url(url, LENGTH, 1, &parts) == 0) {
        for (int field = 0; field < UF_MAX; field++) {
            if (parts.field_set & 1 << field) {
                assert(parts.field_data[field].off + parts.field_data[field].len <= LENGTH);
            }
        }
    }
    return 0;
}
