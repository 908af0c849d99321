import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { PlacardError, type PlacardClient, type TemplateDocument } from "../index.ts";
import { CliError } from "./cli-error.ts";
import { startDevServer } from "./dev-server.ts";
import { loadEngine } from "./engine.ts";
import { formatProblem, summarize } from "./print-problems.ts";
import { pullTemplate } from "./pull.ts";
import { readTemplateFolder } from "./template-folder.ts";

/** What a command gets. */
export interface CommandContext {
  readonly client: PlacardClient;
  /** The path of the template folder. */
  readonly folder: string;
  readonly port: number;
  /** Whether pulling overwrites files with other content. */
  readonly isForced: boolean;
  /** The bytes of an asset of the account. */
  readonly fetchAsset: (id: string) => Promise<Uint8Array>;
  /** Prints one line to standard output. */
  readonly print: (line: string) => void;
}

/** Resolves with the exit status, or rejects with an error to print. */
type Run = (context: CommandContext) => Promise<number>;

interface Command {
  readonly run: Run;
  readonly description: string;
  /** Whether it needs a server, and an API key with the scope `templates:write`. */
  readonly needsKey?: true;
}

/** The commands by name. */
export const commands: Readonly<Record<string, Command>> = {
  dev: { run: dev, description: "preview the folder in a browser, without a server" },
  lint: { run: lint, description: "check the folder, without a server" },
  proof: {
    run: proof,
    description: "compare the folder with the published version, without publishing it",
    needsKey: true,
  },
  pull: {
    run: pull,
    description: "write the draft or the version of the template into the folder",
    needsKey: true,
  },
  publish: {
    run: publish,
    description: "publish the folder as the next version of its template",
    needsKey: true,
  },
};

function hasError(problems: readonly { readonly severity: string }[]): boolean {
  return problems.some(({ severity }) => severity === "error");
}

/** The document that the API takes. Uploads the assets: the same file has the same ID each time. */
async function readDocument({ client, folder }: CommandContext): Promise<TemplateDocument> {
  const { assets, ...files } = await readTemplateFolder(folder);
  const ids: Record<string, string> = {};
  for (const [path, bytes] of assets)
    ids[path] = (await client.createAsset(new Blob([new Uint8Array(bytes)]))).data.id;
  return { ...files, assets: ids };
}

async function lint(context: CommandContext): Promise<number> {
  await readTemplateFolder(context.folder); // rejects if a file is missing
  const { problems } = await (await loadEngine()).openTemplate(context.folder);
  for (const problem of problems) context.print(formatProblem(problem));
  context.print(summarize(problems));
  return hasError(problems) ? 1 : 0;
}

async function publish(context: CommandContext): Promise<number> {
  const document = await readDocument(context);
  const { data, meta } = await publishDocument(context.client, document);
  const name = `${data.id}@${data.version}`;
  for (const problem of data.problems) context.print(formatProblem(problem));
  context.print(
    meta.status === 201 ? `Published ${name}.` : `Nothing to publish: ${name} has the same content.`,
  );
  return 0;
}

async function pull(context: CommandContext): Promise<number> {
  context.print(`Wrote ${await pullTemplate(context)} to ${context.folder}.`);
  return 0;
}

/** Prints how many cards differ and which warnings are new. Exit status 1 if a recent card gets one. */
async function proof(context: CommandContext): Promise<number> {
  const document = await readDocument(context);
  const { version, summary } = (await context.client.proofTemplate(idOf(document), document)).data;
  context.print(
    version === null ? "Compared with nothing: not published yet." : `Compared with version ${version}.`,
  );
  context.print(`${summary.changed} of ${summary.cases} cards differ.`);
  for (const message of summary.messages) context.print(message);
  return summary.newWarnings.some(({ kind }) => kind === "recent") ? 1 : 0;
}

function idOf({ template: { id } }: TemplateDocument): string {
  if (typeof id === "string") return id;
  throw new CliError('template.json has no id. Add one, such as "release".');
}

/** Publishes the next version, or the first one if there is no template with this id. */
async function publishDocument(client: PlacardClient, document: TemplateDocument) {
  const id = idOf(document);
  try {
    return await client.createTemplateVersion(id, document);
  } catch (error) {
    const isNew = error instanceof PlacardError && (error.code === "not_found" || error.code === "gone");
    if (!isNew) throw error;
    return client.createTemplate(document);
  }
}

async function dev({
  folder,
  port,
  print,
}: Pick<CommandContext, "folder" | "port" | "print">): Promise<number> {
  const server = await startDevServer({ modules: await loadEngine(), folder, port, print });
  print(`Preview of ${folder}: http://localhost:${(server.address() as AddressInfo).port}`);
  print("Press Ctrl+C to stop.");
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  await once(server, "close");
  return 0;
}
