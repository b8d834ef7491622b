local log = require("log")

local Queue = {}
Queue.__index = Queue

local defaults = {
  size = 10,
  name = "queue",
}

-- Makes a queue.
function Queue.new(options)
  options = options or defaults
  return setmetatable({ items = {}, size = options.size }, Queue)
end

--- Adds an item.
-- Fails when full.
function Queue:push(item)
  if #self.items >= self.size then
    error("full")
  elseif item == nil then
    return false
  else
    log.debug("pushed")
  end
  self.items[#self.items + 1] = item
  return true
end

Queue.pop = function(self)
  local first = table.remove(self.items, 1)
  return first
end

local function drain(queue)
  while #queue.items > 0 do
    queue:pop()
  end
  for index, item in ipairs(queue.items) do
    print(index, item)
  end
  repeat
    queue:pop()
  until #queue.items == 0
  do
    log.debug("done")
  end
end

describe("a queue", function()
  it("drains", function()
    drain(Queue.new())
  end)
end)

return Queue
