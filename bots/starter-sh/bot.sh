# A bot to start from: it plays any move of any game. The place to think is `wanted`.
# One jq reads every message and makes few words of it; the shell answers.

# Which moves are wanted, as places in `legal`, counted from 0; one of them is drawn.
#
# .view is all that this seat may know, .ms the time for this decision. In Hielenlikkers the own hand is
# .view.hands[.view.seat], a list of cards such as [17,"hare","noble"], and a move looks like
# {"card":17,"where":"above"}: `.legal | map(.where == "above") | indices(true)` wants those that go there
# (when it may be empty, add: `| if . == [] then [0] else . end`).
wanted='.legal | keys'

words='
    if .type == "hello" then "hello \(.seat)"
    elif .type == "start" then "start \(.match)"
    elif .type == "act" then "act \(.id) \('"$wanted"' | map(tostring) | join(" "))"
    else .type end'

# A number that looks like chance, but is always the same for the same words.
chance() {
    sum=$(printf '%s' "$*" | cksum)
    echo "${sum%% *}"
}

seat=0 match=
# jq writes each line at once (--unbuffered), and so does echo: what stays in a buffer comes too late.
jq --unbuffered -r "$words" | while read -r type rest; do
    case $type in
        hello) # what is played, where we sit, the clock: once for all matches of this program
            seat=$rest
            echo '{"type":"ready"}'
            ;;
        start) # a fresh match: its name and the seat make all our luck, so that a season repeats
            match=$rest
            ;;
        act)
            set -- $rest
            id=$1
            shift
            shift $(($(chance "$match" "$seat" "$id") % $#))
            echo "{\"id\":$id,\"choice\":$1}"
            ;;
        bye)
            break
            ;;
    esac
done
