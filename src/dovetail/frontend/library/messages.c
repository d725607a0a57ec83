/* Models of the texts of errors and signals of <string.h>: any text of up to 255 characters, the same for the same number as
 * long as no other is asked for. There is no room behind its end. */

typedef __SIZE_TYPE__ size_t;

void __VERIFIER_nondet_memory(void *at, size_t n);
void __dovetail_unsupported(const char *reason);
int __dovetail_choice(void);
void *__dovetail_open(size_t n);

struct __dovetail_message {
    int count;
    int numbers[8];
    unsigned length;
    char *text;
};

static char *__dovetail_text_of(struct __dovetail_message *message, int number) {
    if (message->count > 0 && message->numbers[message->count - 1] == number)
        return message->text;
    for (int i = 0; i < message->count; i++)
        if (message->numbers[i] == number)
            __dovetail_unsupported("the text of an error or a signal that was asked for before");
    if (message->count == 8)
        __dovetail_unsupported("the texts of more than eight errors or signals");
    message->numbers[message->count] = number;
    message->count++;
    if (message->text != 0)
        __VERIFIER_nondet_memory(message->text, message->length); /* it may be where the next one is put */
    unsigned length = (unsigned)__dovetail_choice() % 256;
    if (message->text == 0 || message->length != length || __dovetail_choice() != 0)
        message->text = __dovetail_open((size_t)length + 1);
    message->length = length;
    __VERIFIER_nondet_memory(message->text, message->length);
    message->text[message->length] = 0;
    return message->text;
}

char *strerror(int number) {
    static struct __dovetail_message message;
    return __dovetail_text_of(&message, number);
}

char *strerror_l(int number, void *locale) {
    (void)locale;
    return strerror(number);
}

char *strsignal(int number) {
    static struct __dovetail_message message;
    return __dovetail_text_of(&message, number);
}
