import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { CliError } from "./cli-error.ts";
import { devPage, devScript, devStyle } from "./dev-page.ts";
import type { EngineModules } from "./engine.ts";
import { formatProblem } from "./print-problems.ts";

interface Options {
  readonly modules: EngineModules;
  readonly folder: string;
  /** 0 chooses a free port. */
  readonly port: number;
  /** Prints one line. */
  readonly print: (line: string) => void;
}

/** A state of the folder: its template, or why it could not be read. */
type FolderState = Awaited<ReturnType<EngineModules["openTemplate"]>> | { readonly problem: string };

/**
 * Serves a page on the loopback interface that previews a template folder and follows its changes. Rejects if
 * the port is in use.
 */
export async function startDevServer({ modules, folder, port, print }: Options): Promise<Server> {
  const engine = modules.createEngine();
  const listeners = new Set<ServerResponse>();
  let state = readState();

  async function readState(): Promise<FolderState> {
    try {
      return await modules.openTemplate(folder);
    } catch (error) {
      return { problem: messageOf(error) };
    }
  }

  const onChange = () => {
    state = readState();
    for (const response of listeners) response.write("data: changed\n\n");
  };
  const stopWatching = modules.watchFiles([folder], onChange, print);

  async function describeState(): Promise<object> {
    const current = await state;
    const sizes = modules.previewSizes.map(({ width, height }) => `${width}x${height}`);
    if ("problem" in current)
      return { name: folder, problems: [{ severity: "error", text: current.problem }], samples: [], sizes };
    return {
      name: current.template?.name ?? folder,
      problems: current.problems.map((problem) => ({
        severity: problem.severity,
        text: formatProblem(problem),
      })),
      samples: samplesOf(current).map(({ name }) => name),
      sizes,
    };
  }

  async function preview(query: URLSearchParams): Promise<object> {
    const current = await state;
    const size = modules.previewSizes.find(({ width, height }) => `${width}x${height}` === query.get("size"));
    if ("problem" in current || !current.template || !size) return { messages: ["Reload the page."] };
    const sample = samplesOf(current)[Number(query.get("sample"))];
    if (!sample) return { messages: ["Reload the page."] };
    const { template, images, fonts } = current;
    try {
      const { bytes, warnings } = await engine.render(template, {
        ...size,
        data: sample.data,
        images,
        fonts,
      });
      const messages = warnings.map(({ message }) => message);
      return { src: `data:image/png;base64,${bytes.toString("base64")}`, messages };
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
  server.once("close", stopWatching);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause) => {
      stopWatching();
      reject(new CliError(`Port ${port} can't be used. Choose another one with --port.`, { cause }));
    });
    server.listen(port, "127.0.0.1", resolve);
  });
  return server;
}

const files: Readonly<Record<string, { type: string; content: string }>> = {
  "/": { type: "text/html; charset=utf-8", content: devPage },
  "/style.css": { type: "text/css; charset=utf-8", content: devStyle },
  "/script.js": { type: "text/javascript; charset=utf-8", content: devScript },
};

/** Rejects other host names that resolve to this machine (DNS rebinding): they could read the template. */
function isLocal({ headers }: IncomingMessage): boolean {
  return /^(?:localhost|127\.0\.0\.1)(?::\d+)?$/u.test(headers.host ?? "");
}

function samplesOf({ template }: Exclude<FolderState, { problem: string }>) {
  const samples = template?.samples ?? [];
  return samples.length > 0 ? samples : [{ name: "no data", data: {} }];
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
  return error instanceof Error ? error.message : String(error);
}
