// A bot to start from: it plays any move of any game. The place to think is `choose`.
use std::collections::HashMap;
use std::io::{self, BufRead, Write};

/// A JSON value.
#[derive(Debug)]
#[allow(dead_code)] // what `choose` does not look at yet
enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(HashMap<String, Json>),
}

impl Json {
    /// What an object has under a key.
    fn get(&self, key: &str) -> &Json {
        match self {
            Json::Object(members) => members.get(key).unwrap_or(&Json::Null),
            _ => &Json::Null,
        }
    }
    fn list(&self) -> &[Json] {
        if let Json::List(values) = self { values } else { &[] }
    }
    fn text(&self) -> &str {
        if let Json::Text(text) = self { text } else { "" }
    }
    fn number(&self) -> f64 {
        if let Json::Number(number) = self { *number } else { -1.0 }
    }
}

/// Reads JSON that the arena wrote, which is always well formed.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    /// The byte under the eye, white space skipped; 0 at the end.
    fn peek(&mut self) -> u8 {
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        self.bytes.get(self.at).copied().unwrap_or(0)
    }
    /// Whether a list or object ends here; commas and colons are stepped over.
    fn ends(&mut self, end: u8) -> bool {
        while matches!(self.peek(), b',' | b':') {
            self.at += 1;
        }
        let over = matches!(self.peek(), 0) || self.peek() == end;
        self.at += over as usize;
        over
    }
    fn word(&mut self) -> String {
        let mut read = Vec::new();
        self.at += 1;
        while self.at < self.bytes.len() && self.bytes[self.at] != b'"' {
            // Escapes are kept by their letter: names and words of the games have none.
            self.at += (self.bytes[self.at] == b'\\') as usize;
            read.extend(self.bytes.get(self.at));
            self.at += 1;
        }
        self.at += 1;
        String::from_utf8_lossy(&read).into_owned()
    }
    fn value(&mut self) -> Json {
        match self.peek() {
            b'{' => {
                let mut members = HashMap::new();
                self.at += 1;
                while !self.ends(b'}') {
                    let key = self.word();
                    self.ends(b'}'); // the colon
                    members.insert(key, self.value());
                }
                Json::Object(members)
            }
            b'[' => {
                let mut values = Vec::new();
                self.at += 1;
                while !self.ends(b']') {
                    values.push(self.value());
                }
                Json::List(values)
            }
            b'"' => Json::Text(self.word()),
            _ => {
                let rest = &self.bytes[self.at..];
                let length = rest.iter().position(|byte| b",:]}\" \n\r\t".contains(byte)).unwrap_or(rest.len());
                self.at += length.max(1);
                match std::str::from_utf8(&rest[..length]).unwrap_or("") {
                    "true" => Json::Bool(true),
                    "false" => Json::Bool(false),
                    word => word.parse().map_or(Json::Null, Json::Number),
                }
            }
        }
    }
}

/// Numbers below a bound, always the same for the same words (FNV-1a, then splitmix64).
struct Luck(u64);

impl Luck {
    fn from(words: &str) -> Luck {
        Luck(words.bytes().fold(1469598103934665603, |state, byte| (state ^ byte as u64).wrapping_mul(1099511628211)))
    }
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e3779b97f4a7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d049bb133111eb);
        ((mixed ^ (mixed >> 31)) % count as u64) as usize
    }
}

/// The place in `legal` of the move to make; `_ms` is the time there is for it.
///
/// `_view` is all that this seat may know: try eprintln!("{_view:?}"), never println!, since stdout is for answers.
/// In Hielenlikkers the own hand is _view.get("hands").list()[seat], a list of cards such as
/// [17, "hare", "noble"], and a move looks like {"card": 17, "where": "above"}.
fn choose(_view: &Json, legal: &[Json], _ms: f64, luck: &mut Luck) -> usize {
    luck.below(legal.len())
}

fn main() -> io::Result<()> {
    let (mut seat, mut luck, mut out) = (0, Luck::from(""), io::stdout());
    for line in io::stdin().lock().lines() {
        let line = line?;
        let message = Reader { bytes: line.as_bytes(), at: 0 }.value();
        match message.get("type").text() {
            "hello" => {
                // What is played, where we sit, the clock: once for all matches of this program.
                seat = message.get("seat").number() as usize;
                writeln!(out, "{{\"type\":\"ready\"}}")?;
            }
            // A fresh match. Luck that hangs on it and on the seat alone lets a season repeat exactly.
            "start" => luck = Luck::from(&format!("{} {seat}", message.get("match").text())),
            "act" => {
                let (legal, ms) = (message.get("legal").list(), message.get("ms").number());
                let choice = choose(message.get("view"), legal, ms, &mut luck);
                writeln!(out, "{{\"id\":{},\"choice\":{choice}}}", message.get("id").number() as i64)?;
            }
            "bye" => break,
            _ => {}
        }
        out.flush()?; // an answer that stays in the buffer comes too late
    }
    Ok(())
}
