-- A bot to start from: it plays any move of any game. The place to think is `choose`.

-- The place in `legal`, counted from 1, of the move to make; `ms` is the time there is for it.
--
-- `view` is all that this seat may know. Lists count from 1, seats from 0: in Hielenlikkers the own hand is
-- view.hands[view.seat + 1], a list of cards such as {17, "hare", "noble"}, and a move looks like
-- {card = 17, where = "above"}. Notes to yourself go to io.stderr; stdout is for answers.
local function choose(view, legal, ms, luck)
  return luck(#legal)
end

-- Reads a JSON value that the arena wrote, which is always well formed, from `at` on: the value and where
-- it ends. null becomes false, so that lists have no holes.
local function value(text, at)
  at = text:find("[^%s,:]", at)
  local letter = text:sub(at, at)
  if letter == "{" or letter == "[" then
    local read, closing = {}, letter == "{" and "}" or "]"
    at = text:find("[^%s,:]", at + 1)
    while text:sub(at, at) ~= closing do
      local key = #read + 1
      if letter == "{" then key, at = value(text, at) end
      read[key], at = value(text, at)
      at = text:find("[^%s,:]", at)
    end
    return read, at + 1
  elseif letter == '"' then
    local stop = at
    repeat -- a quote that a backslash escapes does not end it
      stop = text:find('[\\"]', stop + 1)
      local ends = text:sub(stop, stop) == '"'
      if not ends then stop = stop + 1 end
    until ends
    return text:sub(at + 1, stop - 1), stop + 1
  end
  local word, stop = text:match("^([^%s,:%]}]+)()", at)
  if word == "true" or word == "false" or word == "null" then return word == "true", stop end
  return math.tointeger(word) or tonumber(word), stop
end

-- A source of numbers from 1 to a count, always the same for the same words.
local function luck_from(words)
  local state = 5381
  for place = 1, #words do state = (state * 33 + words:byte(place)) % 2147483647 end
  return function(count)
    state = (state * 48271 + 11) % 2147483647
    return state % count + 1
  end
end

local function say(answer)
  io.write(answer, "\n")
  io.flush() -- an answer that stays in the buffer comes too late
end

local seat, luck = 0, luck_from("")
for line in io.lines() do
  local message = value(line, 1)
  if message.type == "hello" then -- what is played, where we sit, the clock: once for all matches
    seat = message.seat
    say('{"type":"ready"}')
  elseif message.type == "start" then -- a fresh match: luck hangs on it and on the seat alone
    luck = luck_from(message.match .. " " .. seat)
  elseif message.type == "act" then
    local place = choose(message.view, message.legal, message.ms, luck)
    say(string.format('{"id":%d,"choice":%d}', message.id, place - 1))
  elseif message.type == "bye" then
    break
  end
end
