import type { RedisClient } from "@placard/runtime";

/** Where a command runs. */
export interface Environment {
  /** The settings of the gateway, as environment variables. */
  env: Readonly<Record<string, string | undefined>>;
}

/** The dependencies of a command that uses Redis. */
export interface Context extends Environment {
  redis: RedisClient;
  /** Epoch ms, by the clock of Redis. */
  now: () => number;
}

/** What a command prints. */
export interface Result {
  /** For people. */
  text: string;
  /** The same for scripts: printed as JSON with `--json`. */
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
  /** Its arguments as the usage message shows them. */
  synopsis: string;
  /** Lines of the usage message about the arguments. */
  notes?: readonly string[];
  options: Readonly<Record<string, { type: "string" | "boolean" }>>;
  /** The number of its arguments besides options. */
  positionalCount: number;
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

/** Rows of text in columns, the first row being the heading. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
