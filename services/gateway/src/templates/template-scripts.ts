import { defineScript } from "@placard/runtime";

/** The Redis keys of templates. The account of the operator's folder is `sharedOwner`. */
export const templateKeys = {
  /**
   * Hash: the state of a template. `version` and `hash`: the current version; `createdAt` (epoch ms);
   * `isArchived`, "true" or absent; `version:<number>`: JSON of each version's `hash` and `createdAt`;
   * `number:<hash>`: the latest version with this hash, only of `sharedOwner`. Does not expire; deleted with
   * the template.
   */
  template: (owner: string, id: string) => `{placard}:template:${owner}:${id}`,
  /** Set: the ids of the assets of all versions of a template. Deleted with the template. */
  assetsOf: (owner: string, id: string) => `{placard}:template-assets-of:${owner}:${id}`,
  /** Hash: asset id → the number of templates that use it, of an account. Deleted with the account. */
  assetUsesOf: (owner: string) => `{placard}:asset-uses-of:${owner}`,
  /** Sorted set: the ids of an account's templates by creation (epoch ms). Does not expire. */
  templatesOf: (owner: string) => `{placard}:templates-of:${owner}`,
  /**
   * Hash: template ID → number of its latest version, also for deleted templates: a new one with the same ID
   * continues the numbers. "" → the sum of an account's numbers. Does not expire; deleted with the account.
   */
  versionsOf: (owner: string) => `{placard}:template-versions-of:${owner}`,
} as const;

// Redis runs a script atomically. Two gateways that publish at the same time get different numbers, or the
// same one for equal documents.
export const publishScript = defineScript(`
if redis.call("EXISTS", keys.user) == 0 then return "no_account" end
local current, hash, isArchived = unpack(redis.call("HMGET", keys.template, "version", "hash", "isArchived"))
if args.isCreation and current then return "exists" end
if not args.isCreation and not current then return "absent" end
if isArchived == "true" then return "archived" end
if hash == args.hash then
  local stored = cjson.decode(redis.call("HGET", keys.template, "version:" .. current))
  return { tonumber(current), stored.createdAt, 0 }
end
for _, asset in ipairs(args.assets) do
  if redis.call("HEXISTS", keys.assets, asset) == 0 then return "no_asset" end
end
if args.isCreation and redis.call("ZCARD", keys.templates) >= args.maxTemplates then return "max_templates" end
if redis.call("HLEN", keys.template) - 3 >= args.maxVersions then return "max_versions" end
local published = tonumber(redis.call("HGET", keys.versions, "") or "0")
if published >= args.maxVersionsOfAccount then return "max_versions_of_account" end

local version = redis.call("HINCRBY", keys.versions, args.id, 1)
redis.call("HINCRBY", keys.versions, "", 1)
redis.call("HSET", keys.template, "version", version, "hash", args.hash, "version:" .. version, args.stored)
for _, asset in ipairs(args.assets) do
  if redis.call("SADD", keys.templateAssets, asset) == 1 then redis.call("HINCRBY", keys.assetUses, asset, 1) end
end
if args.isCreation then
  redis.call("HSET", keys.template, "createdAt", args.now)
  redis.call("ZADD", keys.templates, args.now, args.id)
  redis.call("SADD", keys.dataKeys, keys.template, keys.templates, keys.versions, keys.recentCards,
    keys.templateAssets, keys.assetUses)
end
return { version, args.now, 1 }`);

export const setArchivedScript = defineScript(`
if redis.call("EXISTS", keys.template) == 0 then return "absent" end
local isArchived = redis.call("HEXISTS", keys.template, "isArchived") == 1
if isArchived == args.isArchived then return "unchanged" end
if args.isArchived then redis.call("HSET", keys.template, "isArchived", "true")
else redis.call("HDEL", keys.template, "isArchived") end
return "changed"`);

/** The numbers of deleted templates are kept. */
export const deleteTemplateScript = defineScript(`
if redis.call("DEL", keys.template) == 0 then return "absent" end
redis.call("ZREM", keys.templates, args.id)
for _, key in ipairs(keys.drafts) do redis.call("HDEL", key, args.id) end
for _, asset in ipairs(redis.call("SMEMBERS", keys.templateAssets)) do
  if redis.call("HINCRBY", keys.assetUses, asset, -1) == 0 then redis.call("HDEL", keys.assetUses, asset) end
end
redis.call("DEL", keys.templateAssets)
return "done"`);

/** Of the operator's folder, whose templates have no assets of an account and no limits. */
export const registerVersionScript = defineScript(`
local number = redis.call("HGET", keys.template, "number:" .. args.hash)
if number then
  redis.call("HSET", keys.template, "version", number, "hash", args.hash)
  local stored = cjson.decode(redis.call("HGET", keys.template, "version:" .. number))
  return { tonumber(number), stored.createdAt, 0 }
end
local version = redis.call("HINCRBY", keys.versions, args.id, 1)
redis.call("HSET", keys.template, "version", version, "hash", args.hash, "version:" .. version, args.stored,
  "number:" .. args.hash, version)
redis.call("HSETNX", keys.template, "createdAt", args.now)
redis.call("ZADD", keys.templates, "NX", args.now, args.id)
return { version, args.now, 1 }`);
