import { accountKeysOf, limitReached } from "@placard/accounts";
import { AppError, renderKeys, sharedOwner, invalidField, notFound } from "@placard/contracts";
import type { RedisScript } from "@placard/runtime";
import type { Platform } from "../platform.ts";
import { assetKeys } from "../assets/asset-keys.ts";
import { templateGone } from "./template-errors.ts";
import { draftsKey, draftSummariesKey } from "./draft-store.ts";
import {
  deleteTemplateScript,
  publishScript,
  registerVersionScript,
  setArchivedScript,
  templateKeys,
} from "./template-scripts.ts";

/** A version of a template: its number, from 1, and the hash of its document, which never changes. */
export interface TemplateVersion {
  version: number;
  hash: string;
  /** Epoch ms. */
  createdAt: number;
}

/** A template of an account, and its current version. */
export interface TemplateRecord {
  id: string;
  version: number;
  hash: string;
  /** Epoch ms. */
  createdAt: number;
  /** Not listed, and without new versions; images can still be requested. */
  isArchived: boolean;
}

/** A template with all of its versions, newest first. */
export interface TemplateHistory extends TemplateRecord {
  versions: TemplateVersion[];
}

interface VersionContent {
  hash: string;
  /** The ids of its assets, which cannot be deleted while the template exists. */
  assets?: readonly string[];
}

/** The most templates of an account, archived ones included. */
const maxTemplates = 100;
/** The most versions of a template. */
const maxVersions = 200;
/** The most versions that an account can ever publish. Documents are kept: links may need them. */
const maxVersionsOfAccount = 20_000;

/**
 * The records of templates: names, versions and states. The documents themselves are in storage, by their
 * hash, and must be there before a record names them. Every method rejects while Redis is unavailable.
 */
export function createTemplateRecords({ redis, now }: Pick<Platform, "redis" | "now">) {
  /** Runs a script that adds a version, or finds one with its hash. Throws the AppError of its outcome. */
  async function addVersion(
    script: RedisScript,
    owner: string,
    id: string,
    { hash, assets = [] }: VersionContent,
    isCreation = false,
  ): Promise<TemplateVersion & { isNew: boolean }> {
    const keys = {
      ...accountKeysOf(owner),
      ...templateKeysOf(owner, id),
      versions: templateKeys.versionsOf(owner),
      assets: assetKeys.assetsOf(owner),
      recentCards: renderKeys.recentCards(owner, id),
    };
    const createdAt = now();
    const outcome = await script(redis, keys, {
      id,
      hash,
      assets,
      isCreation,
      stored: JSON.stringify({ hash, createdAt }),
      now: createdAt,
      maxTemplates,
      maxVersions,
      maxVersionsOfAccount,
    });
    if (outcome === "absent") throw await absent(owner, id);
    if (typeof outcome === "string") throw errorOf(outcome);
    const [version, addedAt, isNew] = outcome as [number, number, 0 | 1];
    return { version, hash, createdAt: addedAt, isNew: isNew === 1 };
  }

  /** The id was deleted: AppError `gone`. It never existed: AppError `not_found`. */
  async function absent(owner: string, id: string): Promise<AppError> {
    if (await wasDeleted(owner, id)) return templateGone(id);
    return notFound("Template of this account", "the ID: built-in templates can't be changed");
  }

  const listIds = (owner: string) => redis.zrange(templateKeys.templatesOf(owner), 0, "-1");

  async function wasDeleted(owner: string, id: string): Promise<boolean> {
    if (id === "" || (await redis.exists(templateKeys.template(owner, id))) === 1) return false;
    return (await redis.hexists(templateKeys.versionsOf(owner), id)) === 1;
  }

  return {
    /**
     * Creates a template. Its first version is 1, or the next number after a deleted template with this ID.
     * Throws AppError `template_exists`, `limit_reached`, `validation_failed` if an asset is missing, or
     * `unauthorized` if the account does not exist.
     */
    async create(owner: string, id: string, content: VersionContent): Promise<TemplateVersion> {
      return addVersion(publishScript, owner, id, content, true);
    },

    /**
     * Adds a version, unless the current one has the same hash: then that one is returned, with `isNew`
     * false. Throws AppError `not_found`, `gone`, `template_archived`, `limit_reached`, `validation_failed`
     * or `unauthorized`.
     */
    async publish(
      owner: string,
      id: string,
      content: VersionContent,
    ): Promise<TemplateVersion & { isNew: boolean }> {
      return addVersion(publishScript, owner, id, content);
    },

    /** Archives or restores a template. Throws AppError `not_found` or `gone`. */
    async setArchived(owner: string, id: string, isArchived: boolean): Promise<"changed" | "unchanged"> {
      const outcome = await setArchivedScript(redis, templateKeysOf(owner, id), { isArchived });
      if (outcome === "absent") throw await absent(owner, id);
      return outcome as "changed" | "unchanged";
    },

    /** Deletes a template, its draft and the names of its versions. Throws AppError `not_found` or `gone`. */
    async delete(owner: string, id: string): Promise<void> {
      const outcome = await deleteTemplateScript(
        redis,
        { ...templateKeysOf(owner, id), drafts: [draftsKey(owner), draftSummariesKey(owner)] },
        { id },
      );
      if (outcome === "absent") throw await absent(owner, id);
    },

    /** A version of a template, the current one by default; undefined if there is none. */
    async findVersion(
      owner: string,
      id: string,
      version?: number,
    ): Promise<Pick<TemplateVersion, "version" | "hash"> | undefined> {
      const key = templateKeys.template(owner, id);
      if (version !== undefined) {
        const stored = await redis.hget(key, `version:${version}`);
        return stored === null ? undefined : { version, hash: parseVersion(stored).hash };
      }
      const [current, hash] = await redis.hmget(key, "version", "hash");
      return current && hash ? { version: Number(current), hash } : undefined;
    },

    /** Whether an account had a template with this id, and has deleted it. */
    wasDeleted,

    /** A template with its versions. Throws AppError `not_found` or `gone`. */
    async get(owner: string, id: string): Promise<TemplateHistory> {
      const fields = await redis.hgetall(templateKeys.template(owner, id));
      const record = parseRecord(id, fields);
      if (!record) throw await absent(owner, id);
      const versions = Object.entries(fields).flatMap(([name, stored]) => {
        const [, version] = /^version:(\d+)$/.exec(name) ?? [];
        return version === undefined ? [] : [{ version: Number(version), ...parseVersion(stored) }];
      });
      return { ...record, versions: versions.toSorted((a, b) => b.version - a.version) };
    },

    listIds,

    /** The templates of an account, archived ones included, in the order of their creation. */
    async list(owner: string): Promise<TemplateRecord[]> {
      const ids = await listIds(owner);
      const names = ["version", "hash", "createdAt", "isArchived"];
      const records = await Promise.all(
        ids.map(async (id) => {
          const values = await redis.hmget(templateKeys.template(owner, id), ...names);
          const fields = names.flatMap((name, i) => (values[i] ? [[name, values[i]]] : []));
          return parseRecord(id, Object.fromEntries(fields) as Record<string, string>);
        }),
      );
      return records.filter((record) => record !== undefined);
    },

    /**
     * Makes a document the current version of a template that all accounts share. A hash keeps its number, so
     * that gateways with different releases of the operator's folder agree on the numbers.
     */
    async register(id: string, hash: string): Promise<TemplateVersion> {
      return addVersion(registerVersionScript, sharedOwner, id, { hash });
    },
  };
}
export type TemplateRecords = ReturnType<typeof createTemplateRecords>;

function templateKeysOf(owner: string, id: string) {
  return {
    template: templateKeys.template(owner, id),
    templates: templateKeys.templatesOf(owner),
    templateAssets: templateKeys.assetsOf(owner, id),
    assetUses: templateKeys.assetUsesOf(owner),
  };
}

/** The error of a script that adds no version. */
function errorOf(outcome: string): Error {
  switch (outcome) {
    case "no_account":
      return new AppError("unauthorized");
    case "no_asset":
      return invalidField("/assets", "an asset was deleted; upload the file again");
    case "exists":
      return new AppError("template_exists");
    case "archived":
      return new AppError("template_archived");
    case "max_templates":
      return limitReached(maxTemplates, "template", "Delete");
    case "max_versions":
      return new AppError("limit_reached", {
        message: `A template can have at most ${maxVersions} versions. Delete it and create it again: its links keep working.`,
      });
    case "max_versions_of_account":
      return new AppError("limit_reached", {
        message: `An account can publish at most ${maxVersionsOfAccount.toLocaleString("en")} versions of templates. Contact the operator of this service.`,
      });
    default:
      return new Error(outcome);
  }
}

function parseVersion(stored: string): Pick<TemplateVersion, "hash" | "createdAt"> {
  const { hash, createdAt } = JSON.parse(stored) as TemplateVersion;
  return { hash, createdAt };
}

function parseRecord(id: string, fields: Readonly<Record<string, string>>): TemplateRecord | undefined {
  const { version, hash, createdAt, isArchived } = fields;
  if (version === undefined || hash === undefined) return undefined;
  return {
    id,
    version: Number(version),
    hash,
    createdAt: Number(createdAt),
    isArchived: isArchived === "true",
  };
}
