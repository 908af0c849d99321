import { parseArgs } from "node:util";
import { isBaseUrl, normalizeBaseUrl } from "../base-url.ts";
import { withoutSummarized } from "../errors.ts";
import { createClient, PlacardError } from "../index.ts";
import { CliError } from "./cli-error.ts";
import { commands } from "./commands.ts";
import { formatDetail } from "./print-problems.ts";

const usage = `Usage: placard-client template <command> <folder> [options]

Commands:
${Object.entries(commands)
  .map(([name, { description }]) => `  ${name.padEnd(9)}${description}`)
  .join("\n")}

Options:
  --url     the server; default: PLACARD_URL, or http://localhost:3000
  --port    the port of the preview; default: 4400
  --force   pull overwrites files that have other content

All but dev and lint need a server. Set PLACARD_KEY to an API key with the scope templates:write.`;

/** A proof takes up to 60 s. */
const proofTimeoutMs = 70_000;

/** Where a command writes its lines. */
export type Output = Pick<Console, "log" | "error">;

/**
 * Runs the command that the arguments name, and prints its result or its error.
 * @returns the exit status
 */
export async function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  output: Output,
): Promise<number> {
  try {
    return await run(args, env, output);
  } catch (error) {
    report(error, output);
    return 1;
  }
}

async function run(...[args, env, output]: Parameters<typeof runCommand>): Promise<number> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      url: { type: "string", default: env["PLACARD_URL"] ?? "http://localhost:3000" },
      port: { type: "string", default: "4400" },
      force: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) {
    output.log(usage);
    return 0;
  }
  const [group, name = "", folder, ...rest] = positionals;
  const command = group === "template" && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (positionals.length === 0) throw new CliError(usage);
  if (!command) throw wrongUsage(`Unknown command: ${positionals.join(" ")}`);
  if (folder === undefined || rest.length > 0) throw wrongUsage("Name one folder of a template.");
  const key = env["PLACARD_KEY"] ?? "";
  if (key === "" && command.needsKey)
    throw new CliError("PLACARD_KEY is not set. Set it to an API key with the scope templates:write.");
  if (!isBaseUrl(values.url))
    throw new CliError("--url or PLACARD_URL must be an http or https URL, such as https://og.example.com.");
  const client = createClient({ baseUrl: values.url, key, timeoutMs: proofTimeoutMs });
  return command.run({
    client,
    folder,
    port: parsePort(values.port),
    isForced: values.force,
    async fetchAsset(id) {
      const url = `${normalizeBaseUrl(values.url)}/api/v1/assets/${encodeURIComponent(id)}`;
      const response = await fetch(url, { headers: { Authorization: `Bearer ${key}` } });
      if (!response.ok) throw new CliError(`The asset ${id} can't be fetched: status ${response.status}.`);
      return new Uint8Array(await response.arrayBuffer());
    },
    print: (line) => output.log(line),
  });
}

function wrongUsage(problem: string): CliError {
  return new CliError(`${problem}\n\n${usage}`);
}

function parsePort(value: string): number {
  const port = Number(value);
  if (/^\d{1,5}$/u.test(value) && port < 65_536) return port;
  throw new CliError("--port must be a number from 0 to 65535.");
}

/** Errors that the user can fix have only a message; any other error is a defect and shows its stack. */
function report(error: unknown, { error: print }: Output): void {
  if (error instanceof PlacardError) {
    const { code, details, message, summary } = error;
    const isInFiles = details.some(({ line }) => line !== undefined);
    const listed = isInFiles ? details : withoutSummarized(details, summary);
    for (const detail of listed) print(formatDetail(detail));
    const isUnreachable = code === "network_error" || code === "invalid_response";
    print(isInFiles ? "The template has errors." : isUnreachable ? message : summary);
  } else if (error instanceof CliError) print(error.message);
  else if (isUsageError(error)) print(wrongUsage(error.message.split(". ", 1)[0]!).message);
  else print(error);
}

function isUsageError(error: unknown): error is Error {
  return (
    error instanceof TypeError && String((error as NodeJS.ErrnoException).code).startsWith("ERR_PARSE_ARGS")
  );
}
