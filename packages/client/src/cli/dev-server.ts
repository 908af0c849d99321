import { watch } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { PlacardError, type PlacardClient, type TemplateDocument } from "../index.ts";
import { CliError } from "./cli-error.ts";
import { devPage, devScript, devStyle, previewSizes } from "./dev-page.ts";
import { formatProblem } from "./print-problems.ts";
import { readTemplateFolder } from "./template-folder.ts";
import { createAssetUploader } from "./upload-assets.ts";

interface Options {
  readonly client: Pick<PlacardClient, "createAsset" | "lintTemplate" | "previewTemplate">;
  readonly folder: string;
  /** 0 chooses a free port. */
  readonly port: number;
}

/** A state of the folder: its source if it could be read, or why not. */
type FolderState = { readonly source: TemplateDocument } | { readonly problem: string };

/** Editors write several files at once, and some write a file in two steps: changes within this time are one, in ms. */
const debounceMs = 80;

/**
 * Serves a page on the loopback interface that previews a template folder and follows its changes. The API key stays in this process.
 * Rejects if the port is in use.
 */
export async function startDevServer({ client, folder, port }: Options): Promise<Server> {
  const uploadAssets = createAssetUploader(client);
  const listeners = new Set<ServerResponse>();
  let state = readState();

  async function readState(): Promise<FolderState> {
    try {
      return { source: await uploadAssets(await readTemplateFolder(folder)) };
    } catch (error) {
      return { problem: messageOf(error) };
    }
  }

  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(folder, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      state = readState();
      for (const response of listeners) response.write("data: changed\n\n");
    }, debounceMs);
  });

  async function describeState(): Promise<object> {
    const current = await state;
    const sizes = previewSizes.map(({ width, height }) => `${width}x${height}`);
    if ("problem" in current) {
      return { name: folder, problems: [{ severity: "error", text: current.problem }], samples: [], sizes };
    }
    const problems = await lint(current.source);
    const { name } = current.source.template;
    return {
      name: typeof name === "string" ? name : folder,
      problems,
      samples: samplesOf(current.source).map((sample) => sample.name),
      sizes,
    };
  }

  async function lint(source: TemplateDocument): Promise<{ severity: string; text: string }[]> {
    try {
      const { problems } = (await client.lintTemplate(source)).data;
      return problems.map((problem) => ({ severity: problem.severity, text: formatProblem(problem) }));
    } catch (error) {
      return [{ severity: "error", text: messageOf(error) }];
    }
  }

  async function preview(query: URLSearchParams): Promise<object> {
    const current = await state;
    const size = previewSizes.find(({ width, height }) => `${width}x${height}` === query.get("size"));
    const sample = "source" in current ? samplesOf(current.source)[Number(query.get("sample"))] : undefined;
    if (!("source" in current) || !sample || !size) return { messages: ["Reload the page."] };
    try {
      const { data } = await client.previewTemplate({
        ...current.source,
        data: sample.data,
        options: { ...size, format: "png" },
      });
      const messages = data.warnings.map(({ message }) => message);
      return { src: `data:image/${data.format};base64,${data.image}`, messages };
    } catch (error) {
      return { messages: [messageOf(error)] };
    }
  }

  function sendChanges(request: IncomingMessage, response: ServerResponse): void {
    response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
    response.write("data: connected\n\n");
    listeners.add(response);
    request.once("close", () => listeners.delete(response));
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://localhost");
    const file = files[url.pathname];
    if (!isLocal(request)) send(response, 403, "text/plain", "Open this page on localhost.");
    else if (file) send(response, 200, file.type, file.content);
    else if (url.pathname === "/changes") sendChanges(request, response);
    else if (url.pathname === "/state") sendJson(response, await describeState());
    else if (url.pathname === "/preview") sendJson(response, await preview(url.searchParams));
    else send(response, 404, "text/plain", "Not found.");
  }

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => send(response, 500, "text/plain", messageOf(error)));
  });
  server.once("close", () => {
    clearTimeout(timer);
    watcher.close();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause) =>
      reject(new CliError(`Port ${port} can't be used. Choose another one with --port.`, { cause })),
    );
    server.listen(port, "127.0.0.1", resolve);
  });
  return server;
}

const files: Readonly<Record<string, { type: string; content: string }>> = {
  "/": { type: "text/html; charset=utf-8", content: devPage },
  "/style.css": { type: "text/css; charset=utf-8", content: devStyle },
  "/script.js": { type: "text/javascript; charset=utf-8", content: devScript },
};

/** Rejects pages of other hosts that resolve to this machine (DNS rebinding): they could render with the API key. */
function isLocal({ headers }: IncomingMessage): boolean {
  return /^(?:localhost|127\.0\.0\.1)(?::\d+)?$/u.test(headers.host ?? "");
}

interface Sample {
  name: string;
  data: Record<string, never>;
}

function samplesOf({ template }: TemplateDocument): Sample[] {
  const { samples } = template as { samples?: unknown };
  if (!Array.isArray(samples) || samples.length === 0) return [{ name: "no data", data: {} }];
  return samples.map(({ name, data = {} }: Partial<Sample>, index) => {
    return { name: typeof name === "string" ? name : `${index + 1}`, data };
  });
}

function sendJson(response: ServerResponse, value: object): void {
  send(response, 200, "application/json", JSON.stringify(value));
}

function send(response: ServerResponse, status: number, type: string, content: string): void {
  response.writeHead(status, {
    "Content-Type": type,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:",
  });
  response.end(content);
}

function messageOf(error: unknown): string {
  if (error instanceof PlacardError) return error.message;
  return error instanceof Error ? error.message : String(error);
}
