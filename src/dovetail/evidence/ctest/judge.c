/* Runs a program on the inputs of one test and says whether it ends as expected.
 *
 *     judge EXPECTED DETAIL PROGRAM
 *
 * EXPECTED is `returns` (with the exit status DETAIL), `fails` (a check, in line DETAIL), `stops` (an assumption
 * does not hold, or it aborts; or it exits with status DETAIL), `faults` (a signal ends it), `runs-on` (it does not
 * end within two seconds), or `anything`. A DETAIL of `-` does not matter.
 */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static char report[256];

/* What the program has said through the pipe, if anything: "V 12" for a check in line 12, "A" for an assumption,
 * "D" for a function that has not returned or written what is expected. */
static void read_report(int from) {
    size_t have = 0;
    ssize_t got;
    while (have + 1 < sizeof report && (got = read(from, report + have, sizeof report - 1 - have)) > 0)
        have += (size_t)got;
}

static int run(const char *program, int seconds) {
    int ends[2], status;
    pid_t child;
    if (pipe(ends) || (child = fork()) < 0) {
        perror("judge");
        exit(2);
    }
    if (child == 0) {
        struct rlimit limit;
        char number[16];
        close(ends[0]);
        snprintf(number, sizeof number, "%d", ends[1]);
        setenv("DOVETAIL_REPORT", number, 1);
        limit.rlim_cur = (rlim_t)seconds;
        limit.rlim_max = (rlim_t)seconds + 1;
        setrlimit(RLIMIT_CPU, &limit);
        limit.rlim_cur = limit.rlim_max = 0;
        setrlimit(RLIMIT_CORE, &limit);
        execl(program, program, (char *)0);
        perror(program);
        _exit(127);
    }
    close(ends[1]);
    read_report(ends[0]);
    if (waitpid(child, &status, 0) != child) {
        perror("judge");
        exit(2);
    }
    return status;
}

int main(int count, char **arguments) {
    const char *expected, *detail;
    int status, returned, fault, ran_on, as_expected, any;
    if (count != 4) {
        fprintf(stderr, "judge EXPECTED DETAIL PROGRAM\n");
        return 2;
    }
    expected = arguments[1];
    detail = arguments[2];
    any = !strcmp(detail, "-");
    status = run(arguments[3], !strcmp(expected, "runs-on") ? 2 : 30);
    returned = WIFEXITED(status) && !report[0] ? WEXITSTATUS(status) : -1;
    fault = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    ran_on = fault == SIGXCPU || fault == SIGKILL;

    if (!strcmp(expected, "returns"))
        as_expected = returned >= 0 && (any || returned == atoi(detail));
    else if (!strcmp(expected, "fails")) /* a sanitizer that has found it ends with a status of its own */
        as_expected = report[0] == 'V' ? any || !report[1] || atoi(report + 1) == atoi(detail) : fault == SIGABRT || returned > 0;
    else if (!strcmp(expected, "stops"))
        as_expected = report[0] == 'A' || fault == SIGABRT || (!any && returned == atoi(detail));
    else if (!strcmp(expected, "faults"))
        as_expected = fault != 0 && !ran_on && fault != SIGABRT;
    else if (!strcmp(expected, "runs-on"))
        as_expected = ran_on;
    else
        as_expected = !strcmp(expected, "anything") && !ran_on;

    printf("expected: %s %s\n", expected, any ? "" : detail);
    if (report[0] == 'V')
        printf("a check failed%s%s", report[1] ? " in line" : "", report[1] ? report + 1 : "");
    else if (report[0] == 'A')
        printf("an assumption does not hold");
    else if (report[0] == 'D')
        printf("returned or wrote something else");
    else if (fault)
        printf(ran_on ? "did not end" : "ended by signal %d", fault);
    else
        printf("returned %d", returned);
    printf(as_expected ? ": as expected\n" : ": NOT AS EXPECTED\n");
    return as_expected ? 0 : 1;
}
