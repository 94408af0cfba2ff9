// A bot to start from: it plays any move of any game. The place to think is choose.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand"
	"os"
)

// message is any of the arena's messages; what a type of message does not have stays empty.
type message struct {
	Type  string
	Seat  int
	Match string
	ID    int
	MS    int
	View  map[string]any
	Legal []map[string]any
}

// choose gives the place in legal of the move to make; ms is the time there is for it.
//
// view is all that this seat may know: try fmt.Fprintln(os.Stderr, view), never fmt.Println, since stdout is
// for answers. In Hielenlikkers view["hands"].([]any)[seat] is the own hand, a list of cards such as
// [17 hare noble], and a move looks like {"card": 17, "where": "above"}.
func choose(view map[string]any, legal []map[string]any, ms int, luck *rand.Rand) int {
	return luck.Intn(len(legal))
}

// luckFrom gives a source of numbers that is always the same for the same words.
func luckFrom(words string) *rand.Rand {
	hash := fnv.New64a()
	hash.Write([]byte(words))
	return rand.New(rand.NewSource(int64(hash.Sum64())))
}

func main() {
	in := bufio.NewReader(os.Stdin)
	seat, luck := 0, luckFrom("")
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return // stdin is closed
		}
		var heard message
		if err := json.Unmarshal(line, &heard); err != nil {
			fmt.Fprintln(os.Stderr, err)
			continue
		}
		// What is printed with fmt is not buffered: each answer leaves at once.
		switch heard.Type {
		case "hello": // what is played, where we sit, the clock: once for all matches of this program
			seat = heard.Seat
			fmt.Println(`{"type":"ready"}`)
		case "start": // a fresh match; luck that hangs on it and the seat alone lets a season repeat exactly
			luck = luckFrom(fmt.Sprint(heard.Match, " ", seat))
		case "act":
			fmt.Printf("{\"id\":%d,\"choice\":%d}\n", heard.ID, choose(heard.View, heard.Legal, heard.MS, luck))
		case "bye":
			return
		}
	}
}
