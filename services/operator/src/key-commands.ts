import { createApiKeys, createUserStore, operatorAccountId, type ApiKey } from "@placard/accounts";
import { apiKeyScopes, normalizeText, visiblePattern, type ApiKeyScope } from "@placard/contracts";
import type { RedisClient } from "@placard/runtime";
import { CommandError, formatTable, UsageError, type Arguments, type Command } from "./command.ts";
import { withRedis } from "./run-with-redis.ts";

const maxNameLength = 128;
const maxDays = 36_500;
const dayMs = 86_400_000;

const createKey: Command = {
  name: "keys create",
  summary: "Create an API key of the operator account and print it",
  synopsis: "--name NAME [--expires-in-days DAYS] [--scopes SCOPES]",
  notes: [
    "NAME  what the key is for, 1 to 128 characters",
    "DAYS  a whole number from 1 to 36500; without it, the key does not expire",
    `SCOPES  a comma-separated list of ${apiKeyScopes.join(", ")}; without it, the key has all of them`,
    "`npm run key -- …` is short for `npm run operator -- keys create …`.",
  ],
  options: { name: { type: "string" }, "expires-in-days": { type: "string" }, scopes: { type: "string" } },
  positionalCount: 0,
  prepare({ options }) {
    const name = parseName(options["name"]);
    const days = parseDays(options["expires-in-days"]);
    const requestedScopes = parseScopes(options["scopes"]);
    return withRedis(async ({ redis, now }) => {
      const owner = await operatorAccountId(redis);
      const expiresAt = days === undefined ? undefined : now() + days * dayMs;
      const { secret, ...created } = await createApiKeys({ redis, now }).create({
        owner,
        name,
        expiresAt,
        scopes: requestedScopes,
      });
      const { id, createdAt, expiresAt: expiry, scopes } = toView(created);
      return {
        text: secret,
        data: { id, name, key: secret, createdAt, expiresAt: expiry, scopes },
        notice: `Created API key ${id} (${name}), which ${expiry === null ? "does not expire" : `expires at ${expiry}`}. It cannot be shown again.`,
      };
    });
  },
};

const listKeys: Command = {
  name: "keys list",
  summary: "List the API keys of the operator account, or of another account",
  synopsis: "[--account EMAIL]",
  options: { account: { type: "string" } },
  positionalCount: 0,
  prepare({ options }) {
    const email = parseEmail(options);
    return withRedis(async ({ redis, now }) => {
      const keys = await createApiKeys({ redis, now }).list(await findAccountId(redis, email));
      const rows = keys.map((key) => {
        const { id, name, hint, scopes, createdAt, expiresAt, lastUsedAt } = toView(key);
        const scopeNames = scopes.length === apiKeyScopes.length ? "all" : scopes.join(",");
        return [id, `…${hint}`, createdAt, expiresAt ?? "never", lastUsedAt ?? "never", scopeNames, name];
      });
      return {
        text:
          rows.length === 0
            ? "No API keys."
            : formatTable([["ID", "KEY", "CREATED", "EXPIRES", "LAST USED", "SCOPES", "NAME"], ...rows]),
        data: keys.map(toView),
      };
    });
  },
};

const revokeKey: Command = {
  name: "keys revoke",
  summary: "Revoke an API key of the operator account, or of another account",
  synopsis: "ID [--account EMAIL]",
  options: { account: { type: "string" } },
  positionalCount: 1,
  prepare({ options, positionals: [id = ""] }) {
    const email = parseEmail(options);
    return withRedis(async ({ redis, now }) => {
      const isRevoked = await createApiKeys({ redis, now }).revoke(await findAccountId(redis, email), id);
      if (!isRevoked)
        throw new CommandError(`API key ${id} not found in the account. Run \`keys list\` to see its keys.`);
      return { text: `Revoked API key ${id}.`, data: { id } };
    });
  },
};

/** The commands for API keys. */
export const keyCommands: readonly Command[] = [createKey, listKeys, revokeKey];

function toView({ id, name, hint, scopes, createdAt, expiresAt, lastUsedAt }: ApiKey) {
  const format = (time: number | undefined) => (time === undefined ? null : new Date(time).toISOString());
  return {
    id,
    name,
    hint,
    scopes,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: format(expiresAt),
    lastUsedAt: format(lastUsedAt),
  };
}

function parseName(option: string | boolean | undefined): string {
  const name = normalizeText(typeof option === "string" ? option : "");
  if (!new RegExp(visiblePattern, "u").test(name) || Array.from(name).length > maxNameLength)
    throw new UsageError(`--name must have 1 to ${maxNameLength} characters.`);
  return name;
}

function parseDays(option: string | boolean | undefined): number | undefined {
  if (option === undefined) return undefined;
  const days = /^\d{1,5}$/.test(String(option)) ? Number(option) : 0;
  if (days < 1 || days > maxDays)
    throw new UsageError(`--expires-in-days must be a whole number from 1 to ${maxDays}.`);
  return days;
}

function parseScopes(option: string | boolean | undefined): ApiKeyScope[] | undefined {
  if (option === undefined) return undefined;
  const names = String(option).split(",");
  const scopes = apiKeyScopes.filter((scope) => names.includes(scope));
  if (scopes.length !== names.length)
    throw new UsageError(`--scopes must be one or more of ${apiKeyScopes.join(", ")}, comma separated.`);
  return scopes;
}

function parseEmail({ account }: Arguments["options"]): string | undefined {
  return typeof account === "string" ? account.toLowerCase() : undefined;
}

/** The id of the account with an email address; without one, that of the operator account. */
async function findAccountId(redis: RedisClient, email: string | undefined): Promise<string> {
  if (email === undefined) return operatorAccountId(redis);
  const id = await createUserStore(redis).findUserId(email);
  if (id === undefined) throw new CommandError(`No account has the email address ${email}.`);
  return id;
}
