import type { readOperatorSettings, RedisClient } from "@placard/runtime";

/** Where a command runs. */
export interface Environment {
  /** The settings of the gateway, as environment variables. */
  env: Readonly<Record<string, string | undefined>>;
  /** Asks the operator a question. Undefined if there is no terminal to answer at. */
  ask?: ((question: string) => Promise<string>) | undefined;
  /** Writes text to standard error. */
  writeMessage: (text: string) => void;
}

/** The dependencies of a command that uses Redis. */
export interface Context extends Environment {
  settings: ReturnType<typeof readOperatorSettings>;
  redis: RedisClient;
  /** Epoch ms, by the clock of Redis. */
  now: () => number;
}

/** What a command prints. */
export interface Result {
  /** For people. */
  text: string;
  /** The same for scripts: printed with `--json`. Times (epoch ms) have names that end in "At". */
  data: unknown;
  /** For people. Printed on standard error, so that standard output contains only `text`. */
  notice?: string;
  /** Whether the exit status is 1. Default: false. */
  isFailure?: boolean;
}

/** The options and arguments of a command line. */
export interface Arguments {
  options: Readonly<Record<string, string | boolean | undefined>>;
  positionals: readonly string[];
}

/** One command of the operators' command line. Every command has the options `--json` and `--help` too. */
export interface Command {
  /** Its name: "keys create". */
  name: string;
  summary: string;
  /** Its arguments as the usage message shows them, and as they are parsed: `EMAIL [--days DAYS] [--yes]`. */
  synopsis: string;
  /** Lines of the usage message about the arguments. */
  notes?: readonly string[];
  /** Checks the arguments and returns the task. Throws UsageError. */
  prepare: (parsed: Arguments) => (environment: Environment) => Promise<Result>;
}

/** A command line has invalid arguments. The message says which. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** A command cannot be carried out. The message is for the operator. */
export class CommandError extends Error {
  override name = "CommandError";
}

/** The longest expiry of keys and invitations, in days. */
export const maxExpiryDays = 36_500;

/** The value of an option, a whole number from 1 to `max`; undefined if absent. Throws UsageError. */
export function parseCount(options: Arguments["options"], name: string, max: number): number | undefined {
  const option = options[name];
  if (option === undefined) return undefined;
  const count = /^\d{1,5}$/.test(String(option)) ? Number(option) : 0;
  if (count < 1 || count > max) throw new UsageError(`--${name} must be a whole number from 1 to ${max}.`);
  return count;
}
