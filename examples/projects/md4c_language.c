/* md4c: the language of a code block becomes `class="language-…"`. For a name of two characters, any of them, at the end
 * of a document without a terminator, the renderer reads nothing else, and the name does not end the attribute. */
// project: md4c
// files: {md4c}/src/entity.c
// flags: -I {md4c}/src
// property: valid-memsafety, unreach-call
// verdict: proved
// before: md4c-2ed8e52
#include <assert.h>
#include <dovetail.h>
#include <md4c-html.c>

#define LENGTH 2

static int quotes;

static void count_quotes(const MD_CHAR *html, MD_SIZE size, void *user) {
    (void)user;
    for (MD_SIZE i = 0; i < size; i++) {
        quotes += html[i] == '"';
    }
}

int main(void) {
    MD_CHAR name[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
        name[i] = dovetail_any_char();
    }
    const MD_TEXTTYPE types[1] = {MD_TEXT_NORMAL};
    const MD_OFFSET offsets[2] = {0, LENGTH};
    MD_BLOCK_CODE_DETAIL block = {.lang = {name, LENGTH, types, offsets}};
    MD_HTML renderer = {.process_output = count_quotes};
    renderer.escape_map['"'] = NEED_HTML_ESC_FLAG;
    render_open_code_block(&renderer, &block);
    assert(quotes == 2);
    return 0;
}
