import { createApiKeys, operatorAccountId, type ApiKey } from "@placard/accounts";
import { apiKeyScopes, isVisible, normalizeText, type ApiKeyScope } from "@placard/contracts";
import { findAccount, recordOperatorEvent } from "./accounts.ts";
import {
  CommandError,
  UsageError,
  type Arguments,
  type Command,
  type Context,
  maxExpiryDays,
  parseCount,
} from "./command.ts";
import { formatList, showTime } from "./format.ts";
import { withRedis } from "./run-with-redis.ts";

const maxNameLength = 128;
const dayMs = 86_400_000;

const createKey: Command = {
  name: "keys create",
  summary: "Create an API key of the operator account, or of another account, and print it",
  synopsis: "--name NAME [--account EMAIL|ID] [--expires-in-days DAYS] [--scopes SCOPES]",
  notes: [
    "NAME  what the key is for, 1 to 128 characters",
    "DAYS  a whole number from 1 to 36500; without it, the key does not expire",
    `SCOPES  a comma-separated list of ${apiKeyScopes.join(", ")}; without it, the key has all of them`,
    "`npm run key -- …` is short for `npm run operator -- keys create …`.",
  ],
  prepare({ options }) {
    const name = parseName(options["name"]);
    const days = parseCount(options, "expires-in-days", maxExpiryDays);
    const requestedScopes = parseScopes(options["scopes"]);
    const account = accountOption(options);
    return withRedis(async (context) => {
      const { redis, now } = context;
      const owner = await findOwner(context, account);
      const expiresAt = days === undefined ? undefined : now() + days * dayMs;
      const { secret, ...created } = await createApiKeys({ redis, now }).create({
        owner,
        name,
        expiresAt,
        scopes: requestedScopes,
      });
      const { id } = created;
      await recordOperatorEvent(context, { accountId: owner, type: "api_key_created", keyId: id });
      return {
        text: secret,
        data: {
          id,
          name,
          key: secret,
          createdAt: created.createdAt,
          expiresAt,
          scopes: created.scopes,
        },
        notice: `Created API key ${id} (${name}) of ${account ?? "the operator account"}, which ${expiresAt === undefined ? "does not expire" : `expires at ${showTime(expiresAt)}`}. It cannot be shown again.`,
      };
    });
  },
};

const listKeys: Command = {
  name: "keys list",
  summary: "List the API keys of the operator account, or of another account",
  synopsis: "[--account EMAIL|ID]",
  prepare({ options }) {
    const account = accountOption(options);
    return withRedis(async (context) => {
      const keys = await createApiKeys(context).list(await findOwner(context, account));
      const { NAME, ...columns } = keyColumns;
      const SCOPES = ({ scopes }: ApiKey) =>
        scopes.length === apiKeyScopes.length ? "all" : scopes.join(",");
      return {
        text: formatList("API keys", keys, { ...columns, SCOPES, NAME }),
        data: keys.map(toView),
      };
    });
  },
};

const revokeKey: Command = {
  name: "keys revoke",
  summary: "Revoke an API key of the operator account, or of another account",
  synopsis: "ID [--account EMAIL|ID]",
  prepare({ options, positionals: [id = ""] }) {
    const account = accountOption(options);
    return withRedis(async (context) => {
      const owner = await findOwner(context, account);
      if (!(await createApiKeys(context).revoke(owner, id)))
        throw new CommandError(`API key ${id} not found in the account. Run \`keys list\` to see its keys.`);
      await recordOperatorEvent(context, { accountId: owner, type: "api_key_revoked", keyId: id });
      return { text: `Revoked API key ${id}.`, data: { id } };
    });
  },
};

export const keyCommands: readonly Command[] = [createKey, listKeys, revokeKey];

/** The columns of a list of keys. */
export const keyColumns = {
  ID: ({ id }: ApiKey) => id,
  KEY: ({ hint }: ApiKey) => `…${hint}`,
  CREATED: ({ createdAt }: ApiKey) => showTime(createdAt),
  EXPIRES: ({ expiresAt }: ApiKey) => showTime(expiresAt),
  "LAST USED": ({ lastUsedAt }: ApiKey) => showTime(lastUsedAt),
  NAME: ({ name }: ApiKey) => name,
};

/** A key as `accounts show` and the commands for keys print it as JSON. */
export function toView({ id, name, hint, scopes, createdAt, expiresAt, lastUsedAt }: ApiKey) {
  return { id, name, hint, scopes, createdAt, expiresAt, lastUsedAt };
}

function parseName(option: string | boolean | undefined): string {
  const name = normalizeText(typeof option === "string" ? option : "");
  if (!isVisible(name) || Array.from(name).length > maxNameLength)
    throw new UsageError(`--name must have 1 to ${maxNameLength} characters.`);
  return name;
}

function parseScopes(option: string | boolean | undefined): ApiKeyScope[] | undefined {
  if (option === undefined) return undefined;
  const names = String(option).split(",");
  const scopes = apiKeyScopes.filter((scope) => names.includes(scope));
  if (scopes.length !== names.length)
    throw new UsageError(`--scopes must be one or more of ${apiKeyScopes.join(", ")}, comma separated.`);
  return scopes;
}

/** The value of the option `--account`. */
function accountOption({ account }: Arguments["options"]): string | undefined {
  return typeof account === "string" ? account : undefined;
}

/** The id of the account with an email address or an id; by default, the operator account's. */
async function findOwner(context: Context, account: string | undefined): Promise<string> {
  return account === undefined ? operatorAccountId(context.redis) : (await findAccount(context, account)).id;
}
