/* Answers at once with the first legal move: what is left is the cost of the pipe.
   It leans on `type` being the first word of a message and `id` the second of an act. */
#define _GNU_SOURCE
#include <string.h>
#include <unistd.h>

#define FULL (4 << 20)

static const char READY[] = "{\"type\":\"ready\"}\n";
static const char HELLO[] = "{\"type\":\"hello\"";
static const char ACT[] = "{\"type\":\"act\",\"id\":";
static const char CHOICE[] = ",\"choice\":0}\n";

/* The end stays empty, so that a short line may be compared with the longest word. */
static char buffer[FULL + sizeof ACT];

static int say(const char *text, size_t length)
{
    while (length) {
        ssize_t written = write(1, text, length);
        if (written <= 0) return 0;
        text += written;
        length -= (size_t)written;
    }
    return 1;
}

static int answer(const char *line)
{
    if (!memcmp(line, ACT, sizeof ACT - 1)) {
        char reply[64] = "{\"id\":";
        size_t length = 6;
        for (line += sizeof ACT - 1; *line >= '0' && *line <= '9' && length < 32; line++)
            reply[length++] = *line;
        memcpy(reply + length, CHOICE, sizeof CHOICE - 1);
        return say(reply, length + sizeof CHOICE - 1);
    }
    if (!memcmp(line, HELLO, sizeof HELLO - 1)) return say(READY, sizeof READY - 1);
    return 1;
}

int main(void)
{
    size_t kept = 0;
    for (;;) {
        ssize_t got = read(0, buffer + kept, FULL - kept);
        if (got <= 0) return 0;
        char *line = buffer, *end = buffer + kept + got, *newline = memchr(buffer + kept, '\n', (size_t)got);
        for (; newline; newline = memchr(line, '\n', (size_t)(end - line))) {
            *newline = 0;
            if (!answer(line)) return 0;
            line = newline + 1;
        }
        kept = (size_t)(end - line);
        memmove(buffer, line, kept);
    }
}
