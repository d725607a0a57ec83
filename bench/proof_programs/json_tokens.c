/* A parser of JSON into tokens, in the style of jsmn: whatever the four characters, tokens lie within the text and
 * within their parents. */
// property: unreach-call, valid-memsafety
// verdict: proved
#include <assert.h>
#include <dovetail.h>

typedef enum { OBJECT = 1, ARRAY = 2, STRING = 3, PRIMITIVE = 4 } kind_t;
typedef struct { kind_t type; int start, end, size, parent; } token_t;
typedef struct { unsigned position; int next, super; } parser_t;

static token_t *allocate(parser_t *p, token_t *tokens, int count) {
    if (p->next >= count) return 0;
    token_t *token = &tokens[p->next++];
    token->start = token->end = -1;
    token->size = 0;
    token->parent = -1;
    return token;
}

static int primitive(parser_t *p, const char *js, unsigned length, token_t *tokens, int count) {
    int start = (int)p->position;
    for (; p->position < length && js[p->position] != 0; p->position++) {
        char c = js[p->position];
        if (c == ':' || c == ',' || c == ']' || c == '}' || c == ' ' || c == '\t' || c == '\n' || c == '\r') break;
        if (c < 32 || c >= 127) {
            p->position = (unsigned)start;
            return -2;
        }
    }
    token_t *token = allocate(p, tokens, count);
    if (!token) {
        p->position = (unsigned)start;
        return -1;
    }
    token->type = PRIMITIVE;
    token->start = start;
    token->end = (int)p->position;
    token->parent = p->super;
    p->position--;
    return 0;
}

static int string(parser_t *p, const char *js, unsigned length, token_t *tokens, int count) {
    int start = (int)p->position;
    p->position++;
    for (; p->position < length && js[p->position] != 0; p->position++) {
        char c = js[p->position];
        if (c == '"') {
            token_t *token = allocate(p, tokens, count);
            if (!token) {
                p->position = (unsigned)start;
                return -1;
            }
            token->type = STRING;
            token->start = start + 1;
            token->end = (int)p->position;
            token->parent = p->super;
            return 0;
        }
        if (c == '\\' && p->position + 1 < length) p->position++;
    }
    p->position = (unsigned)start;
    return -3;
}

static int parse(parser_t *p, const char *js, unsigned length, token_t *tokens, int count) {
    for (; p->position < length && js[p->position] != 0; p->position++) {
        char c = js[p->position];
        int r;
        switch (c) {
        case '{': case '[': {
            token_t *token = allocate(p, tokens, count);
            if (!token) return -1;
            if (p->super != -1) {
                tokens[p->super].size++;
                token->parent = p->super;
            }
            token->type = c == '{' ? OBJECT : ARRAY;
            token->start = (int)p->position;
            p->super = p->next - 1;
            break;
        }
        case '}': case ']': {
            kind_t type = c == '}' ? OBJECT : ARRAY;
            if (p->next < 1) return -2;
            token_t *token = &tokens[p->next - 1];
            for (;;) {
                if (token->start != -1 && token->end == -1) {
                    if (token->type != type) return -2;
                    token->end = (int)p->position + 1;
                    p->super = token->parent;
                    break;
                }
                if (token->parent == -1) {
                    if (token->type != type || p->super == -1) return -2;
                    break;
                }
                token = &tokens[token->parent];
            }
            break;
        }
        case '"':
            r = string(p, js, length, tokens, count);
            if (r < 0) return r;
            if (p->super != -1) tokens[p->super].size++;
            break;
        case ' ': case '\t': case '\r': case '\n': case ':': case ',':
            break;
        default:
            r = primitive(p, js, length, tokens, count);
            if (r < 0) return r;
            if (p->super != -1) tokens[p->super].size++;
        }
    }
    for (int i = p->next - 1; i >= 0; i--) {
        if (tokens[i].start != -1 && tokens[i].end == -1) return -3;
    }
    return p->next;
}

#define LENGTH 4
#define TOKENS 3

int main(void) {
    char js[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
        js[i] = dovetail_any_char();
    }
    token_t tokens[TOKENS];
    parser_t parser = {0, 0, -1};
    int found = parse(&parser, js, LENGTH, tokens, TOKENS);
    assert(found <= TOKENS);
    for (int i = 0; i < found; i++) {
        assert(0 <= tokens[i].start && tokens[i].start <= tokens[i].end && tokens[i].end <= LENGTH);
        if (tokens[i].parent >= 0) {
            assert(tokens[i].parent < i && tokens[tokens[i].parent].end >= tokens[i].end);
        }
    }
    return 0;
}
