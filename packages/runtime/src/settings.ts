import { join } from "node:path";
import { createValidatorCompiler, maxRenderTimeoutMs, type FieldError } from "@placard/contracts";
import Type, { type Static } from "typebox";
import { findAdminSettingErrors, isLoopback } from "./admin/admin-access.ts";
import { findMailSettingErrors, parseMailbox } from "./mail-settings.ts";
import { findPasskeySettingErrors, parsePasskeyPolicy } from "./passkey-settings.ts";
import { parsePortRanges } from "./port-ranges.ts";
import { parseRedisUrl } from "./redis-address.ts";
import { StartError } from "./run.ts";
import { parseTrustProxy, settingFormats, splitList } from "./setting-formats.ts";

/**
 * Settings are missing or invalid. The message lists all errors, one per line. It contains values of
 * integers, booleans and choices only: texts can be secrets.
 */
export class SettingsError extends StartError {
  constructor(errors: readonly string[]) {
    super(`Placard cannot start with these settings:\n${errors.map((error) => `  - ${error}`).join("\n")}`);
    this.name = "SettingsError";
  }
}

const compileValidator = createValidatorCompiler(settingFormats, { useDefaults: true });

const secondsRange = { minimum: 1, maximum: 3_153_600_000 };
const seconds = (value: number) => Type.Integer({ ...secondsRange, default: value });
const integer = (value: number, minimum: number, maximum = 1_000_000) =>
  Type.Integer({ minimum, maximum, default: value });
const port = (value: number) => Type.Integer({ minimum: 1, maximum: 65_535, default: value });

const storage = {
  DATA_DIR: Type.String({ default: ".data" }),
  S3_BUCKET: Type.Optional(Type.String()),
  S3_ENDPOINT: Type.Optional(Type.String({ format: "base-url" })),
  S3_REGION: Type.Optional(Type.String()),
  S3_FORCE_PATH_STYLE: Type.Boolean({ default: false }),
};
const redis = { REDIS_URL: Type.String({ format: "redis-url" }) };
const publicServer = {
  PORT: port(3000),
  HOST: Type.String({ default: "127.0.0.1" }),
  PUBLIC_URL: Type.Optional(Type.String({ format: "base-url" })),
};
const adminServer = {
  ADMIN_HOST: Type.String({ default: "127.0.0.1" }),
  ADMIN_TOKEN: Type.Optional(Type.String({ format: "token" })),
  METRICS_TOKEN: Type.Optional(Type.String({ format: "token" })),
};
const gatewayAdmin = { ADMIN_PORT: port(3001), ...adminServer };

const mail = {
  SMTP_URL: Type.Optional(Type.String({ format: "smtp-url" })),
  MAIL_FROM: Type.Optional(Type.String({ format: "mailbox" })),
};

const logging = { LOG_LEVEL: Type.Enum(["debug", "info", "warn", "error"], { default: "info" }) };

const gateway = Type.Object({
  ...publicServer,
  ...gatewayAdmin,
  ...storage,
  ...redis,
  ...logging,
  JWT_SECRET: Type.String({ format: "secrets" }),
  TEMPLATES_DIR: Type.Optional(Type.String()),
  DNS_SERVERS: Type.Optional(Type.String({ format: "dns-servers" })),
  IMAGE_ALLOW_PRIVATE: Type.Boolean({ default: false }),
  IMAGE_MEMORY_MB: integer(64, 0, 65_536),
  RENDER_TIMEOUT_MS: integer(10_000, 100, maxRenderTimeoutMs),
  LINK_BUDGET_MS: integer(2_000, 100, maxRenderTimeoutMs),
  QUEUE_LIMIT: integer(200, 1, 5_000),
  DAILY_RENDERS: integer(0, 0, 1_000_000_000),
  DAILY_CACHED_RESULTS: integer(10_000, 0, 1_000_000_000),
  DAILY_REMOTE_BYTES: integer(0, 0, 1_000_000_000_000_000),
  DRAIN_DELAY_MS: integer(0, 0, 5_000),
  RATE_LIMIT_API: integer(600, 0),
  RATE_LIMIT_AUTH: integer(30, 0),
  PUBLIC_PLAYGROUND: Type.Boolean({ default: false }),
  RATE_LIMIT_PLAYGROUND: integer(30, 0),
  RATE_LIMIT_ACCOUNT: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  API_KEY_TTL: Type.Optional(Type.Integer(secondsRange)),
  MAX_API_KEYS: integer(50, 1, 1_000),
  MAX_SIGNING_KEYS: integer(20, 1, 1_000),
  MAX_WEBHOOKS: integer(5, 1, 100),
  MAX_PASSKEYS: integer(20, 1, 1_000),
  MAX_SITES: integer(20, 1, 1_000),
  PAGE_TTL: seconds(3_600),
  RATE_LIMIT_PAGES: integer(120, 0),
  MAX_ASSET_BYTES: integer(52_428_800, 0, 1_000_000_000_000),
  MAX_SESSIONS: integer(100, 1, 1_000),
  MAX_CONNECTIONS: integer(16_384, 0),
  MAX_CONNECTIONS_PER_ADDRESS: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  SIGNUP: Type.Optional(Type.Enum(["open", "invite", "closed"])),
  SIGNUP_EMAILS: Type.Optional(Type.String({ format: "email-patterns" })),
  ...mail,
  REQUIRE_VERIFIED_EMAIL: Type.Optional(Type.Boolean()),
  SESSION_TTL: seconds(86_400),
  SESSION_IDLE: seconds(7_200),
  RP_ID: Type.Optional(Type.String({ format: "host-name" })),
  RP_NAME: Type.String({ default: "Placard" }),
  ORIGINS: Type.Optional(Type.String({ format: "origins" })),
  PASSKEY_POLICY: Type.String({ default: "any", format: "passkey-policy" }),
  FIDO_MDS_FILE: Type.Optional(Type.String()),
  TRUST_PROXY: Type.String({ default: "off", format: "trust-proxy" }),
});

const renderer = Type.Object({
  /** If it is not set, the renderer uses the first free port of a range: several may share a host. */
  ADMIN_PORT: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
  ...adminServer,
  ...storage,
  ...redis,
  ...logging,
  IMAGE_TTL: seconds(604_800),
  RECIPE_TTL: seconds(31_536_000),
  RENDER_CONCURRENCY: integer(2, 1, 64),
  RENDER_CACHE_MB: integer(32, 0, 65_536),
  MAX_FONTS: integer(64, 8, 1_000),
  IMAGE_HOSTS_ALLOW: Type.Optional(Type.String({ format: "host-patterns" })),
  IMAGE_PORTS: Type.Optional(Type.String({ format: "port-ranges" })),
  IMAGE_ALLOW_PRIVATE: Type.Boolean({ default: false }),
  DECODER_ISOLATION: Type.Optional(Type.Enum(["namespace", "user", "none"])),
});

const launcher = Type.Object({
  ...publicServer,
  ...gatewayAdmin,
  DATA_DIR: storage.DATA_DIR,
  REDIS_URL: Type.Optional(redis.REDIS_URL),
  JWT_SECRET: Type.Optional(gateway.properties.JWT_SECRET),
  RENDERERS: integer(1, 1, 64),
});

const operator = Type.Object({
  ...redis,
  PORT: publicServer.PORT,
  PUBLIC_URL: publicServer.PUBLIC_URL,
  SIGNUP: gateway.properties.SIGNUP,
  SIGNUP_EMAILS: gateway.properties.SIGNUP_EMAILS,
  RP_NAME: gateway.properties.RP_NAME,
  ...mail,
});

/** How long a gateway may close connections and export traces after its last response. */
const closeTimeoutMs = 5_000;

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings of a gateway, by their names. */
export type GatewaySettings = ReturnType<typeof readGatewaySettings>;

/** Reads the gateway's settings. Throws SettingsError. */
export function readGatewaySettings(env: Environment) {
  const settings = read(gateway, env);
  const PUBLIC_URL = resolvePublicUrl(settings);
  const { hostname, origin } = new URL(PUBLIC_URL);
  return {
    ...settings,
    PUBLIC_URL,
    JWT_SECRETS: splitList(settings.JWT_SECRET),
    RATE_LIMIT_ACCOUNT: settings.RATE_LIMIT_ACCOUNT ?? settings.RATE_LIMIT_API,
    SIGNUP: settings.SIGNUP ?? (isThisMachine(hostname) ? "open" : "invite"),
    SIGNUP_EMAILS: resolveSignUpEmails(settings),
    DNS_SERVERS: settings.DNS_SERVERS === undefined ? undefined : splitList(settings.DNS_SERVERS),
    mail: resolveMail(settings),
    REQUIRE_VERIFIED_EMAIL:
      settings.REQUIRE_VERIFIED_EMAIL ??
      (settings.SIGNUP_EMAILS !== undefined && settings.SMTP_URL !== undefined),
    RP_ID: settings.RP_ID ?? hostname,
    MAX_CONNECTIONS_PER_ADDRESS:
      settings.MAX_CONNECTIONS_PER_ADDRESS ?? defaultConnectionsPerAddress(settings),
    ORIGINS: settings.ORIGINS === undefined ? [origin] : splitList(settings.ORIGINS),
    PASSKEY_POLICY: parsePasskeyPolicy(settings.PASSKEY_POLICY) ?? [],
    storage: resolveStorage(settings),
    /** How long a graceful stop may take: a request that arrives as the last one still gets its response. */
    stopTimeoutMs: settings.DRAIN_DELAY_MS + settings.RENDER_TIMEOUT_MS + closeTimeoutMs,
  };
}

/** Reads the renderer's settings. Throws SettingsError. */
export function readRendererSettings(env: Environment) {
  const settings = read(renderer, env);
  const { IMAGE_HOSTS_ALLOW: hosts } = settings;
  return {
    ...settings,
    IMAGE_HOSTS_ALLOW: hosts === undefined ? undefined : splitList(hosts),
    IMAGE_PORTS: parsePortRanges(settings.IMAGE_PORTS ?? defaultImagePorts(settings)),
    DECODER_ISOLATION: settings.DECODER_ISOLATION ?? defaultIsolation(settings),
    storage: resolveStorage(settings),
    /** How long a graceful stop may take. Other renderers then retry the jobs that are left. */
    stopTimeoutMs: 10_000,
  };
}

/** Only for clients that connect directly: all connections from a proxy have the proxy's address. */
function defaultConnectionsPerAddress({ TRUST_PROXY, HOST }: { TRUST_PROXY: string; HOST: string }): number {
  const isDirect = parseTrustProxy(TRUST_PROXY) === false && !isLoopback(HOST);
  return isDirect ? 256 : 0;
}

/** The servers of development and tests listen on any port. */
function defaultImagePorts({ IMAGE_ALLOW_PRIVATE }: { IMAGE_ALLOW_PRIVATE: boolean }): string {
  return IMAGE_ALLOW_PRIVATE ? "1-65535" : "80,443";
}

/** A renderer whose Redis is on this machine is for development, tests or a single host. */
function defaultIsolation({ REDIS_URL }: { REDIS_URL: string }): "namespace" | "none" {
  return parseRedisUrl(REDIS_URL).nodes.every(({ host }) => isLoopback(host)) ? "none" : "namespace";
}

/** Reads the settings that the launcher itself uses; it passes all others on. Throws SettingsError. */
export function readLauncherSettings(env: Environment) {
  const settings = read(launcher, env);
  return { ...settings, PUBLIC_URL: resolvePublicUrl(settings) };
}

/** Reads the settings of the operators' command line. Throws SettingsError. */
export function readOperatorSettings(env: Environment) {
  const settings = read(operator, env);
  return {
    ...settings,
    PUBLIC_URL: resolvePublicUrl(settings),
    SIGNUP_EMAILS: resolveSignUpEmails(settings),
    mail: resolveMail(settings),
  };
}

/** Reads the variables that the schema names. An empty one counts as not set. */
function read<S extends Type.TObject>(schema: S, env: Environment): Static<S> {
  const entries = Object.entries(schema.properties).flatMap(([name, property]) => {
    const text = env[name]?.trim();
    return text ? [[name, parse(text, property)] as const] : [];
  });
  const variables: Record<string, unknown> = Object.fromEntries(entries);
  const result = compileValidator(schema)(variables);
  const errors = result.ok ? [] : result.errors.map((error) => describeError(error, schema, variables));
  const settings = (result.ok ? result.value : variables) as Static<S>;
  errors.push(
    ...findAdminSettingErrors(settings),
    ...findMailSettingErrors(settings),
    ...findPasskeySettingErrors(settings),
  );
  if (errors.length > 0) throw new SettingsError(errors);
  return settings;
}

/** The longest value in a message, in UTF-16 code units. */
const maxValueLength = 40;

/** An error with the value of the variable, unless the value may be secret or the message has it. */
function describeError(
  { path, message }: FieldError,
  { properties }: Type.TObject,
  variables: Readonly<Record<string, unknown>>,
): string {
  const name = path.slice(1);
  const property: { type?: unknown; enum?: unknown } = properties[name] ?? {};
  const isText = property.type === "string" && property.enum === undefined;
  const value = variables[name];
  if (isText || typeof value !== "string") return `${name} ${message}`;
  const shown = value.length > maxValueLength ? `${value.slice(0, maxValueLength)}…` : value;
  const [, requirement = message, hint = ""] =
    /^(.+?)(?:; this is .+?)?(\. Did you mean .*)?$/.exec(message) ?? [];
  return `${name} ${requirement}; this is ${shown}${hint}`;
}

/** Converts a text to the property's type. The validator rejects a text that can't be converted. */
function parse(text: string, property: { type?: unknown }): unknown {
  if (property.type === "integer" && /^-?\d+$/.test(text)) return Number(text);
  if (property.type === "boolean" && /^(true|false)$/.test(text)) return text === "true";
  return text;
}

/** PUBLIC_URL or its default, without a trailing slash. */
function resolvePublicUrl({ PUBLIC_URL, PORT }: { PUBLIC_URL?: string; PORT: number }): string {
  return new URL(PUBLIC_URL ?? `http://localhost:${PORT}`).href.replace(/(?<!\/)\/+$/, "");
}

/** Whether the host of a URL is this machine: other people cannot register there. */
export function isThisMachine(hostname: string): boolean {
  return hostname.endsWith(".localhost") || isLoopback(hostname.replace(/^\[|\]$/g, ""));
}

/** The patterns in SIGNUP_EMAILS, in lower case; undefined for all email addresses. */
function resolveSignUpEmails({ SIGNUP_EMAILS }: { SIGNUP_EMAILS?: string }): string[] | undefined {
  return SIGNUP_EMAILS === undefined ? undefined : splitList(SIGNUP_EMAILS.toLowerCase());
}

/** How mails are sent; undefined if there is no SMTP server. */
function resolveMail({ SMTP_URL: smtpUrl, MAIL_FROM }: Static<Type.TObject<typeof mail>>) {
  const from = parseMailbox(MAIL_FROM ?? "");
  return smtpUrl === undefined || from === undefined ? undefined : { smtpUrl, from };
}

/** Where images are stored: in the bucket if there is one, otherwise as files. */
function resolveStorage(settings: Static<Type.TObject<typeof storage>>) {
  const { S3_BUCKET: bucket, S3_ENDPOINT, S3_REGION, S3_FORCE_PATH_STYLE, DATA_DIR } = settings;
  const s3 = { endpoint: S3_ENDPOINT, region: S3_REGION, forcePathStyle: S3_FORCE_PATH_STYLE };
  return { directory: join(DATA_DIR, "storage"), s3: bucket === undefined ? undefined : { bucket, ...s3 } };
}
