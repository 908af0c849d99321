import { parseArgs } from "node:util";
import { TemplateFolderError } from "../folder/open-template.ts";
import { convertFile } from "./convert-file.ts";

export const convertUsage = `Usage: placard-render convert <file> --out <folder> [--json]

Converts a card in HTML, JSX or TSX to a template folder. Reports what the
template does not have, or has in another form. The code of modules runs.

Options:
  --out   the folder to create
  --json  the report as JSON on standard output: [{ line, column, what, severity }]`;

/** `placard-render convert`. Rejects with TemplateFolderError. */
export async function runConvert(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { out: { type: "string" }, json: { type: "boolean", default: false } },
  });
  const [file, ...rest] = positionals;
  if (file === undefined || values.out === undefined || rest.length > 0)
    throw new TemplateFolderError(convertUsage);
  // Without a value, code of the module may fail that nothing awaits, also later.
  process.on("unhandledRejection", () => undefined);
  const losses = await convertFile(file, values.out);
  if (values.json) {
    console.log(JSON.stringify(losses, null, 2));
    return;
  }
  for (const { line, column, severity, what } of losses)
    console.log(`${file}:${line}:${column}: ${severity}: ${what}`);
  const count = losses.length === 1 ? "1 loss" : `${losses.length} losses`;
  console.log(`${values.out}: ${losses.length === 0 ? "nothing was lost" : count}`);
}
