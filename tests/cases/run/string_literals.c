// end: normal 117

static const char joined[] = "ab" "\x41" "B" "\101\0tail" "\u00e9";
static const char *const names[] = {"zero", "one", "two\tthree", ""};
static char exact[3] = "xyz";
static char longer[6] = "xyz";

int main(void) {
    unsigned h = sizeof joined;
    for (unsigned i = 0; i < sizeof joined; i++)
        h = h * 33 + (unsigned char)joined[i];
    for (int i = 0; i < 4; i++)
        for (const char *c = names[i]; *c; c++)
            h = h * 33 + *c;
    const __WCHAR_TYPE__ *wide = L"w\x20ac";
    h = h * 33 + (unsigned)wide[1] + sizeof L"12";
    h = h * 33 + sizeof exact + longer[5] + exact[2] + "literal"[3] + *("pointer" + 2);
    h = h * 33 + sizeof "\n\\\"\'\?\a\b\f\v\r\e" + 'ab' + '\377' + L'\xff';
    h = h * 33 + sizeof __func__ + __func__[3];
    return h % 126;
}
