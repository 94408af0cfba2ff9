// A bot to start from: it plays any move of any game. The place to think is `choose`.
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <vector>

// A JSON value: what it is not stays empty. true is 1, false and null are 0.
struct Value {
    double number = 0;
    std::string text;
    std::vector<Value> list;
    std::map<std::string, Value> members;

    // What an object has under a key; an empty value when it has no such key.
    const Value &operator[](const std::string &key) const {
        static const Value nothing;
        const auto found = members.find(key);
        return found == members.end() ? nothing : found->second;
    }
    const Value &operator[](size_t index) const { return list.at(index); }
};

// Reads JSON that the arena wrote, which is always well formed.
class Reader {
public:
    explicit Reader(const std::string &text) : at(text.c_str()) {}

    Value value() {
        Value read;
        skip();
        if (*at == '{') {
            for (open(); !closed('}'); comma()) {
                std::string key = word();
                skip(), at++;  // the colon
                read.members[key] = value();
            }
        } else if (*at == '[') {
            for (open(); !closed(']'); comma()) read.list.push_back(value());
        } else if (*at == '"') {
            read.text = word();
        } else if (*at == 't' || *at == 'f' || *at == 'n') {
            read.number = *at == 't';
            while (*at >= 'a' && *at <= 'z') at++;
        } else {
            char *end;
            read.number = std::strtod(at, &end);
            at = end == at ? at + (*at != 0) : end;
        }
        return read;
    }

private:
    const char *at;

    void skip() { while (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n') at++; }
    void open() { at++, skip(); }
    void comma() { skip(); if (*at == ',') open(); }
    bool closed(char end) { return !*at || (*at == end && at++); }

    // Escapes are kept by their letter: names and words of the games have none.
    std::string word() {
        std::string read;
        for (at++; *at && *at != '"'; at++) {
            if (*at == '\\' && at[1]) at++;
            read += *at;
        }
        if (*at) at++;
        return read;
    }
};

// Numbers below `count`, always the same for the same words (FNV-1a, then splitmix64).
class Luck {
public:
    explicit Luck(const std::string &words = "") {
        for (unsigned char letter : words) state = (state ^ letter) * 1099511628211u;
    }
    size_t below(size_t count) {
        uint64_t mixed = state += 0x9e3779b97f4a7c15u;
        mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
        mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
        return (mixed ^ (mixed >> 31)) % count;
    }

private:
    uint64_t state = 1469598103934665603u;
};

// The place in `legal` of the move to make; `ms` is the time there is for it.
//
// `view` is all that this seat may know. In Hielenlikkers the own hand is view["hands"][seat].list with
// size_t seat = view["seat"].number; a card is a list such as [17, "hare", "noble"]: card[1].text is "hare".
// A move looks like {"card": 17, "where": "above"}. Notes to yourself go to std::cerr.
size_t choose(const Value & /* view */, const Value &legal, double /* ms */, Luck &luck) {
    return luck.below(legal.list.size());
}

int main() {
    std::string line, seat;
    Luck luck;
    while (std::getline(std::cin, line)) {
        const Value message = Reader(line).value();
        const std::string &type = message["type"].text;
        if (type == "hello") {  // what is played, where we sit, the clock: once for all matches
            seat = std::to_string(static_cast<int>(message["seat"].number));
            std::cout << "{\"type\":\"ready\"}" << std::endl;
        } else if (type == "start") {  // a fresh match: luck hangs on it and on the seat alone
            luck = Luck(message["match"].text + " " + seat);
        } else if (type == "act") {
            const size_t choice = choose(message["view"], message["legal"], message["ms"].number, luck);
            const long id = static_cast<long>(message["id"].number);
            // std::endl flushes: an answer that stays in the buffer comes too late.
            std::cout << "{\"id\":" << id << ",\"choice\":" << choice << "}" << std::endl;
        } else if (type == "bye") break;
    }
}
