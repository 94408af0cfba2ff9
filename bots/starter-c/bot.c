/* A bot to start from: it plays any move of any game. The place to think is `choose`. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* JSON is read where it lies: a value is a pointer to its first character. NULL is no value. */

static const char *blank(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

/* Just past a value. */
static const char *past(const char *at)
{
    int depth = 0;
    do {
        at = blank(at);
        if (*at == '"') {
            for (at++; *at && *at != '"'; at++)
                if (*at == '\\' && at[1]) at++;
            if (*at) at++;
        } else if (strchr("[{", *at) && *at) depth++, at++;
        else if (strchr("]}", *at) && *at) depth--, at++;
        else if (strchr(",:", *at) && *at) at++;
        else at += strcspn(at, ",:]}[{\" \t\r\n");
    } while (depth > 0 && *at);
    return at;
}

/* The first element of an array, or key of an object; NULL when it is empty or no such thing. */
static const char *first(const char *value)
{
    if (!value || (*value != '[' && *value != '{')) return NULL;
    value = blank(value + 1);
    return *value == ']' || *value == '}' ? NULL : value;
}

/* What comes after an element; NULL after the last. */
static const char *next(const char *at)
{
    at = blank(past(at));
    return *at == ',' ? blank(at + 1) : NULL;
}

static int length(const char *array)
{
    int count = 0;
    for (const char *at = first(array); at; at = next(at)) count++;
    return count;
}

static const char *element(const char *array, int index)
{
    const char *at = first(array);
    while (at && index--) at = next(at);
    return at;
}

/* What an object has under a key; NULL when it has no such key. */
static const char *member(const char *object, const char *key)
{
    size_t letters = strlen(key);
    for (const char *at = first(object); at; at = next(at)) {
        const char *value = blank(past(at));
        if (*at != '"' || *value != ':') return NULL;
        value = blank(value + 1);
        if (!strncmp(at + 1, key, letters) && at[1 + letters] == '"') return value;
        at = value;
    }
    return NULL;
}

static int number(const char *value)
{
    return value ? atoi(value) : -1;
}

static int is(const char *value, const char *text)
{
    size_t letters = strlen(text);
    return value && *value == '"' && !strncmp(value + 1, text, letters) && value[1 + letters] == '"';
}

/* Numbers below `count`, always the same for the same match and seat (splitmix64). */
static uint64_t luck;

static int below(int count)
{
    uint64_t mixed = luck += 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    return (int)((mixed ^ (mixed >> 31)) % (uint64_t)count);
}

/* The place in `legal` of the move to make; `ms` is the time there is for it.
 * `view` is all that this seat may know. In Hielenlikkers the own hand is
 *     element(member(view, "hands"), number(member(view, "seat")))
 * a list of cards such as [17,"hare","noble"], and element(legal, 0) looks like {"card":17,"where":"above"}.
 * Notes to yourself go to stderr; stdout is for answers. */
static int choose(const char *view, const char *legal, int ms)
{
    (void)view, (void)ms, (void)element;
    return below(length(legal));
}

int main(void)
{
    char *line = NULL;
    size_t room = 0;
    int seat = 0;
    while (getline(&line, &room, stdin) > 0) {
        const char *type = member(line, "type");
        if (is(type, "hello")) { /* what is played, where we sit, the clock: once for all matches */
            seat = number(member(line, "seat"));
            puts("{\"type\":\"ready\"}");
        } else if (is(type, "start")) { /* a fresh match: luck hangs on it and on the seat alone */
            const char *match = member(line, "match");
            luck = 1469598103934665603u + (uint64_t)seat;
            for (match++; *match && *match != '"'; match++) luck = (luck ^ (uint8_t)*match) * 1099511628211u;
        } else if (is(type, "act")) {
            int choice = choose(member(line, "view"), member(line, "legal"), number(member(line, "ms")));
            printf("{\"id\":%d,\"choice\":%d}\n", number(member(line, "id")), choice);
        } else if (is(type, "bye")) break;
        fflush(stdout); /* an answer that stays in the buffer comes too late */
    }
    free(line);
    return 0;
}
