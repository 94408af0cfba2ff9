# A bot to start from: it plays any move of any game. The place to think is `choose`.
require "json"

# Each answer leaves at once: one that stays in the buffer comes too late.
$stdout.sync = true

# The place in `legal` of the move to make; `ms` is the time there is for it.
#
# `view` is all that this seat may know: try warn(view), never puts, since stdout is for answers. In
# Hielenlikkers the own hand is view["hands"][view["seat"]], a list of cards such as [17, "hare", "noble"],
# and a move looks like {"card" => 17, "where" => "above"}.
def choose(view, legal, ms, luck)
  luck.rand(legal.size)
end

# A source of luck that is always the same for the same words; String#hash differs in every process.
def luck_from(words)
  Random.new(words.bytes.reduce(5381) { |state, byte| (state * 33 + byte) % 2**61 })
end

seat = 0
luck = luck_from("")
$stdin.each_line do |line|
  message = JSON.parse(line)
  case message["type"]
  when "hello" # what is played, where we sit, the clock: once for all matches of this program
    seat = message["seat"]
    puts JSON.generate(type: "ready")
  when "start" # a fresh match: luck that hangs on it and on the seat alone lets a season repeat exactly
    luck = luck_from("#{message["match"]} #{seat}")
  when "act"
    choice = choose(message["view"], message["legal"], message["ms"], luck)
    puts JSON.generate(id: message["id"], choice: choice)
  when "bye"
    break
  end
end
