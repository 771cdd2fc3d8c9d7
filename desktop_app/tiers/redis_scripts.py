"""Redis scripts: what the Redis store has the server do, in Lua. KEYS[1] begins every key.

Each runs as a whole or not at all: a full Redis refuses the first HSET. A search within twelve
months looks only where their sets and those of its words meet.
"""

LEAVE = """
local base = KEYS[1]
local function month_of(about)
  return string.match(about or '', '^[^\\n]*\\n(%d%d%d%d%-%d%d)')
end
local function leave(id)
  local old = redis.call('HGET', base .. 'words', id)
  for word in string.gmatch(old or '', '[^ ]+') do
    redis.call('ZREM', base .. 'word:' .. word, id)
  end
  local month = month_of(redis.call('HGET', base .. 'about', id))
  if month then
    redis.call('SREM', base .. 'month:' .. month, id)
    if redis.call('EXISTS', base .. 'month:' .. month) == 0 then
      redis.call('SREM', base .. 'months', month)
    end
  end
  return old
end
"""
REMOVE = f"""{LEAVE}
for _, id in ipairs(ARGV) do
  if leave(id) then redis.call('SET', base .. 'removed', '') end
  for _, name in ipairs({{'entries', 'about', 'words'}}) do
    redis.call('HDEL', base .. name, id)
  end
end
"""
PUT = f"""{LEAVE}
local id, words = ARGV[1], {{}}
for at = 4, #ARGV, 2 do words[#words + 1] = ARGV[at] end
redis.call('HSET', base .. 'entries', id, ARGV[2])
leave(id)
redis.call('HSET', base .. 'about', id, ARGV[3])
redis.call('HSET', base .. 'words', id, table.concat(words, ' '))
local month = month_of(ARGV[3])
if month then
  redis.call('SADD', base .. 'month:' .. month, id)
  redis.call('SADD', base .. 'months', month)
end
for at = 4, #ARGV, 2 do
  redis.call('ZADD', base .. 'word:' .. ARGV[at], ARGV[at + 1], id)
end
"""
SEARCH = """
local base, limit, most = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
local narrowed, since, till, path = ARGV[3] == '1', ARGV[4], ARGV[5], ARGV[6]
local kinds, words, at = {}, {}, 8 + tonumber(ARGV[7])
for i = 8, at - 1 do kinds[ARGV[i]] = true end

local function lets(about)
  if not about then return false end
  local stop = string.find(about, '\\n', 1, true)
  if at > 8 and not kinds[string.sub(about, 1, stop - 1)] then return false end
  if path ~= '' and path ~= string.match(about, '\\n.*', stop + 1):sub(2) then return false end
  if since == '' and till == '' then return true end
  local day = string.sub(about, stop + 1, stop + 10)
  return string.byte(day) ~= 10 and since <= day and (till == '' or day <= till)
end

local months = {}
for _, month in ipairs(since .. till ~= '' and redis.call('SMEMBERS', base .. 'months') or {}) do
  if string.sub(since, 1, 7) <= month and (till == '' or month <= till) then
    months[#months + 1] = month
  end
end
table.sort(months, function(a, b) return a > b end)

local total = redis.call('HLEN', base .. 'entries')
for i = at, #ARGV do
  local key = base .. 'word:' .. ARGV[i]
  local having = redis.call('ZCARD', key)
  if having > 0 then
    local rarity = math.log(1 + (total - having + 0.5) / (having + 0.5))
    words[#words + 1] = {key = key, having = having, rarity = rarity}
  end
end
table.sort(words, function(a, b) return a.having < b.having end)

local scores, ids = {}, {}
local function take(page)
  if #ids == most then return end
  local abouts = narrowed and redis.call('HMGET', base .. 'about', unpack(page))
  for i, id in ipairs(page) do
    if #ids == most then return end
    if scores[id] == nil then
      scores[id] = (not abouts or lets(abouts[i])) and 0
      if scores[id] then ids[#ids + 1] = id end
    end
  end
end
for _, word in ipairs(words) do
  if since .. till ~= '' and #months <= 12 then
    for _, month in ipairs(months) do
      if #ids == most then break end
      local both = redis.call('ZINTER', 2, word.key, base .. 'month:' .. month)
      for last = #both, 1, -1000 do
        local page = {}
        for i = last, math.max(1, last - 999), -1 do page[#page + 1] = both[i] end
        take(page)
      end
    end
  else
    for start = 0, word.having - 1, 1000 do
      if #ids == most then break end
      take(redis.call('ZREVRANGE', word.key, start, start + 999))
    end
  end
end
for _, word in ipairs(words) do
  for start = 1, #ids, 1000 do
    local last = math.min(start + 999, #ids)
    local page = redis.call('ZMSCORE', word.key, unpack(ids, start, last))
    for i, score in ipairs(page) do
      local id = ids[start + i - 1]
      if score then scores[id] = scores[id] + word.rarity * score end
    end
  end
end

local function above(a, b)
  if scores[a] == scores[b] then return a < b end
  return scores[a] > scores[b]
end
local first = {}
for _, id in ipairs(ids) do
  local place = #first + 1
  while place > 1 and above(id, first[place - 1]) do
    first[place] = first[place - 1]
    place = place - 1
  end
  first[place] = id
  first[limit + 1] = nil
end
local best = {}
for _, id in ipairs(first) do
  best[#best + 1] = id
  best[#best + 1] = redis.call('HGET', base .. 'entries', id) or ''
  best[#best + 1] = string.format('%.17g', scores[id])
end
return best
"""
