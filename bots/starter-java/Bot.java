// A bot to start from: it plays any move of any game. The place to think is `choose`.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

public final class Bot {
    /**
     * The place in `legal` of the move to make; `ms` is the time there is for it.
     *
     * `view` is all that this seat may know: try System.err.println(view), never System.out, which is for
     * answers. Objects are Maps, arrays are Lists, numbers are Longs. In Hielenlikkers the own hand is
     * ((List<?>) view.get("hands")).get(seat), a list of cards such as [17, "hare", "noble"], and a move
     * looks like {"card": 17, "where": "above"}.
     */
    static int choose(Map<?, ?> view, List<?> legal, long ms, Random luck) {
        return luck.nextInt(legal.size());
    }

    public static void main(String[] words) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Object seat = 0;
        var luck = new Random(0);
        for (String line; (line = in.readLine()) != null; ) {
            var message = (Map<?, ?>) new Reader(line).value();
            switch ((String) message.get("type")) {
                case "hello" -> { // what is played, where we sit, the clock: once for all matches
                    seat = message.get("seat");
                    say("{\"type\":\"ready\"}");
                }
                // A fresh match. Luck that hangs on it and on the seat alone lets a season repeat exactly.
                case "start" -> luck = new Random((message.get("match") + " " + seat).hashCode());
                case "act" -> {
                    var view = (Map<?, ?>) message.get("view");
                    int choice = choose(view, (List<?>) message.get("legal"), (Long) message.get("ms"), luck);
                    say("{\"id\":" + message.get("id") + ",\"choice\":" + choice + "}");
                }
                case "bye" -> { return; }
                default -> { }
            }
        }
    }

    static void say(String answer) {
        System.out.println(answer);
        System.out.flush(); // an answer that stays in the buffer comes too late
    }

    /** Reads JSON that the arena wrote, which is always well formed. */
    static final class Reader {
        private final String text;
        private int at;

        Reader(String text) {
            this.text = text;
        }

        Object value() {
            switch (peek()) {
                case '{': {
                    var members = new HashMap<String, Object>();
                    for (at++; peek() != '}'; ) {
                        String key = word();
                        peek();
                        members.put(key, value());
                    }
                    at++;
                    return members;
                }
                case '[': {
                    var values = new ArrayList<Object>();
                    for (at++; peek() != ']'; ) values.add(value());
                    at++;
                    return values;
                }
                case '"': return word();
                default: return scalar();
            }
        }

        /** The character under the eye; white space, commas and colons are stepped over. */
        private char peek() {
            while (" \t\r\n,:".indexOf(text.charAt(at)) >= 0) at++;
            return text.charAt(at);
        }

        /** Escapes are kept by their letter: names and words of the games have none. */
        private String word() {
            var read = new StringBuilder();
            for (at++; text.charAt(at) != '"'; at++) {
                if (text.charAt(at) == '\\') at++;
                read.append(text.charAt(at));
            }
            at++;
            return read.toString();
        }

        private Object scalar() {
            int start = at;
            while (at < text.length() && " \t\r\n,:]}".indexOf(text.charAt(at)) < 0) at++;
            String word = text.substring(start, at);
            return switch (word) {
                case "true" -> true;
                case "false" -> false;
                case "null" -> null;
                default -> word.matches("-?\\d+") ? (Object) Long.valueOf(word) : (Object) Double.valueOf(word);
            };
        }
    }
}
