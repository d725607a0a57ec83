/* How a program ends, but for abort: exit, quick_exit, _exit, and what they call before.
 *
 * There is room for 32 functions, as C promises; whether there is room for more is up to the library, and is not modelled.
 * A function that ends the program itself, by exit, is undefined. When main returns, the harness and the front end call
 * __dovetail_run_at_exit.
 */

void __dovetail_halt(int exit_code);
int __dovetail_choice(void);
void __dovetail_unsupported(const char *reason);

typedef void (*__dovetail_handler)(void);

static __dovetail_handler __dovetail_handlers[32], __dovetail_quick_handlers[32];
static int __dovetail_handler_count, __dovetail_quick_handler_count, __dovetail_leaving;

int atexit(void (*function)(void)) {
    if (__dovetail_handler_count == 32) {
        if (__dovetail_choice() != 0)
            __dovetail_unsupported("more than 32 functions to be called at exit");
        return 1;
    }
    __dovetail_handlers[__dovetail_handler_count] = function;
    __dovetail_handler_count++;
    return 0;
}

int at_quick_exit(void (*function)(void)) {
    if (__dovetail_quick_handler_count == 32) {
        if (__dovetail_choice() != 0)
            __dovetail_unsupported("more than 32 functions to be called at quick_exit");
        return 1;
    }
    __dovetail_quick_handlers[__dovetail_quick_handler_count] = function;
    __dovetail_quick_handler_count++;
    return 0;
}

static void __dovetail_leave_once(void) {
    if (__dovetail_leaving)
        __dovetail_unsupported("exit inside of a function that is called at exit");
    __dovetail_leaving = 1;
}

void __dovetail_run_at_exit(void) {
    __dovetail_leave_once();
    while (__dovetail_handler_count > 0) {
        __dovetail_handler_count--;
        __dovetail_handlers[__dovetail_handler_count]();
    }
}

/* What the front end takes instead if there is nothing to call. */
void __dovetail_nothing_at_exit(void) {
}

void exit(int exit_code) {
    __dovetail_run_at_exit();
    __dovetail_halt(exit_code);
}

void quick_exit(int exit_code) {
    __dovetail_leave_once();
    while (__dovetail_quick_handler_count > 0) {
        __dovetail_quick_handler_count--;
        __dovetail_quick_handlers[__dovetail_quick_handler_count]();
    }
    __dovetail_halt(exit_code);
}

void _exit(int exit_code) {
    __dovetail_halt(exit_code);
}

void _Exit(int exit_code) {
    __dovetail_halt(exit_code);
}
