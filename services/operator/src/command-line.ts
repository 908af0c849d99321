import { parseArgs } from "node:util";
import { AppError } from "@placard/contracts";
import { isRedisOutage, StartError } from "@placard/runtime";
import { CommandError, UsageError, type Arguments, type Command, type Environment } from "./command.ts";
import { formatJson } from "./format.ts";

interface Deps {
  /** The name of the command line in usage messages: "placard". */
  program: string;
  commands: readonly Command[];
  environment: Omit<Environment, "writeMessage">;
  /** Writes text to standard output. */
  writeOutput: (text: string) => void;
  /** Writes text to standard error. */
  writeMessage: (text: string) => void;
}

/** Runs a command. Returns the exit status: 1 if the arguments are invalid or the command fails. */
export async function runCommandLine(args: readonly string[], deps: Deps): Promise<0 | 1> {
  const { program, commands, writeOutput, writeMessage } = deps;
  const command = commands.find(({ name }) => name === args.slice(0, name.split(" ").length).join(" "));
  if (!command) {
    const isHelp = args[0] === "--help" || args[0] === "help";
    const text = overview(program, commands);
    if (isHelp) writeOutput(text);
    else writeMessage(args.length === 0 ? text : `Unknown command.\n\n${text}`);
    return isHelp ? 0 : 1;
  }
  try {
    const { help, json, ...parsed } = parse(command, args);
    if (help) {
      writeOutput(usage(program, command));
      return 0;
    }
    checkPositionals(command, parsed);
    const task = command.prepare(parsed);
    const { text, data, notice, isFailure = false } = await task({ ...deps.environment, writeMessage });
    writeOutput(json ? formatJson(data) : text);
    if (notice !== undefined && !json) writeMessage(notice);
    return isFailure ? 1 : 0;
  } catch (error) {
    writeMessage(messageOf(error, usage(program, command)));
    return 1;
  }
}

/** Throws UsageError for an unknown option, or one without its value. */
function parse({ name, synopsis }: Command, args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: args.slice(name.split(" ").length),
      options: { ...optionsOf(synopsis), json: { type: "boolean" }, help: { type: "boolean" } },
      allowPositionals: true,
    });
    const { help = false, json = false, ...others } = values;
    return { help, json, options: others, positionals };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** The options in a synopsis. Those with a value, such as `--days DAYS`, are texts. */
function optionsOf(synopsis: string) {
  const found = [...synopsis.matchAll(/--([\w-]+)( [A-Z])?/g)];
  const typeOf = (value: string | undefined) => (value === undefined ? "boolean" : "string");
  return Object.fromEntries(found.map(([, name = "", value]) => [name, { type: typeOf(value) }] as const));
}

/** Throws UsageError if there are too many or too few arguments besides options. */
function checkPositionals({ synopsis }: Command, { positionals }: Arguments): void {
  const withoutOptions = synopsis.replace(/\[?--[\w-]+(?: [A-Z|]+)?\]?/g, "");
  const names = withoutOptions.split(" ").filter((name) => name !== "");
  const required = names.filter((name) => !name.startsWith("["));
  if (positionals.length < required.length) throw new UsageError("An argument is missing.");
  if (positionals.length > names.length)
    throw new UsageError(`Unexpected argument: ${positionals[names.length]}`);
}

/** The message for the operator. An unexpected error is thrown again. */
function messageOf(error: unknown, usageText: string): string {
  if (error instanceof UsageError) return `${error.message}\n${usageText}`;
  if (error instanceof CommandError || error instanceof StartError || error instanceof AppError)
    return error.message;
  if (isRedisOutage(error)) return "Redis is unavailable. Run the command again when it responds.";
  throw error;
}

function usage(program: string, { name, synopsis, summary, notes = [] }: Command): string {
  return [
    `Usage: ${[program, name, synopsis, "[--json]"].filter(Boolean).join(" ")}`,
    `  ${summary}.`,
    ...notes.map((note) => `  ${note}`),
  ].join("\n");
}

function overview(program: string, commands: readonly Command[]): string {
  return [
    `Usage: ${program} COMMAND [OPTIONS]`,
    "",
    ...commands.flatMap(({ name, synopsis, summary }) => [
      `  ${name} ${synopsis}`.trimEnd(),
      `      ${summary}.`,
    ]),
    "",
    "Every command has the options --json, for output that scripts can read, and --help.",
    "Redis is the server of REDIS_URL, or the one of `npm start` on this machine.",
  ].join("\n");
}
