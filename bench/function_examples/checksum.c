/* A check digit over a text, and where it ends. */
unsigned char checksum(const unsigned char *text, unsigned count, unsigned *end) {
    unsigned crc = 0xff;
    unsigned i;
    for (i = 0; i < count && text[i]; i++) {
        crc ^= text[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ 0x8c : crc >> 1;
    }
    if (end)
        *end = i;
    return (unsigned char)(crc ^ 0x55);
}
