import { defineScript } from "@placard/runtime";

// Redis runs a script atomically: of two gateways that publish at the same time, each gets a number of its own, or both the
// same one if their documents are equal. KEYS: the template, the account's templates, their latest version numbers, the user,
// the operator account, the account's assets. ARGV: the account, the id, the time (epoch ms), and the script's own arguments.

const prelude = `
local template, all, numbers = KEYS[1], KEYS[2], KEYS[3]
local owner, id, now, hash = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local function hasAccount() return redis.call("EXISTS", KEYS[4]) == 1 or redis.call("GET", KEYS[5]) == owner end
local function describe(version, at, isNew)
  return string.format('{"version":%d,"hash":"%s","createdAt":%s,"isNew":%d}', version, hash, at, isNew)
end
local function addVersion()
  local version = redis.call("HINCRBY", numbers, id, 1)
  redis.call("HINCRBY", numbers, "", 1)
  local stored = string.format('{"hash":"%s","createdAt":%s,"assets":%s}', hash, now, ARGV[5] or "[]")
  redis.call("HSET", template, "version", version, "hash", hash, "version:" .. version, stored)
  return version
end
local function lacksAsset()
  for _, asset in ipairs(cjson.decode(ARGV[5])) do
    if redis.call("HEXISTS", KEYS[6], asset) == 0 then return true end
  end
  return false
end
local function isFull(max) return tonumber(redis.call("HGET", numbers, "") or 0) >= tonumber(max) end
`;

/** ARGV: hash, JSON list of asset ids, most templates, most versions of the account. */
export const createTemplateScript = defineScript(`${prelude}
if not hasAccount() then return "no_account" end
if redis.call("EXISTS", template) == 1 then return "exists" end
if lacksAsset() then return "no_asset" end
if redis.call("ZCARD", all) >= tonumber(ARGV[6]) then return "max_templates" end
if isFull(ARGV[7]) then return "max_versions_of_account" end
local version = addVersion()
redis.call("HSET", template, "createdAt", now)
redis.call("ZADD", all, now, id)
return describe(version, now, 1)`);

/** ARGV: hash, JSON list of asset ids, most versions of the template, most versions of the account. */
export const publishVersionScript = defineScript(`${prelude}
if not hasAccount() then return "no_account" end
local current = redis.call("HMGET", template, "version", "hash", "isArchived")
if not current[1] then return "absent" end
if current[3] == "true" then return "archived" end
if current[2] == hash then
  local stored = cjson.decode(redis.call("HGET", template, "version:" .. current[1]))
  return describe(current[1], string.format("%.0f", stored.createdAt), 0)
end
if lacksAsset() then return "no_asset" end
if redis.call("HLEN", template) - 3 >= tonumber(ARGV[6]) then return "max_versions" end
if isFull(ARGV[7]) then return "max_versions_of_account" end
return describe(addVersion(), now, 1)`);

/** ARGV: "true", or "" to restore. */
export const setArchivedScript = defineScript(`${prelude}
if redis.call("EXISTS", template) == 0 then return "absent" end
if (redis.call("HGET", template, "isArchived") or "") == ARGV[4] then return "unchanged" end
if ARGV[4] == "true" then redis.call("HSET", template, "isArchived", "true")
else redis.call("HDEL", template, "isArchived") end
return "changed"`);

/** The numbers of deleted templates are kept. */
export const deleteTemplateScript = defineScript(`${prelude}
if redis.call("DEL", template) == 0 then return "absent" end
redis.call("ZREM", all, id)
return "done"`);

/** ARGV: hash. */
export const registerVersionScript = defineScript(`${prelude}
local number = redis.call("HGET", template, "number:" .. hash)
if number then
  redis.call("HSET", template, "version", number, "hash", hash)
  local stored = cjson.decode(redis.call("HGET", template, "version:" .. number))
  return describe(number, string.format("%.0f", stored.createdAt), 0)
end
local version = addVersion()
redis.call("HSET", template, "number:" .. hash, version)
redis.call("HSETNX", template, "createdAt", now)
redis.call("ZADD", all, "NX", now, id)
return describe(version, now, 1)`);
