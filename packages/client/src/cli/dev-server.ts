import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { CliError } from "./cli-error.ts";
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

/**
 * Serves a page on the loopback interface that shows the cards of a template folder, and loads itself again
 * after each change. Rejects if the port is in use.
 */
export async function startDevServer({ modules, folder, port, print }: Options): Promise<Server> {
  const engine = modules.createEngine();
  const listeners = new Set<ServerResponse>();
  let version = 0;
  const stopWatching = modules.watchFiles(
    [folder],
    () => {
      version++;
      for (const response of listeners) response.end(changed);
    },
    print,
  );

  /** The problems of the folder, and the cards of its samples. */
  async function showFolder(): Promise<string> {
    const { template, problems, images, fonts } = await modules.openTemplate(folder);
    const shown = problems.map((problem) => message(problem.severity, formatProblem(problem)));
    const samples = template?.samples.length ? template.samples : [{ name: "no data", data: {} }];
    for (const { name, data } of template ? samples : []) {
      shown.push(`<h2>${escape(name)}</h2>`);
      for (const { width, height } of modules.previewSizes) {
        const card = engine.render(template, { data, width, height, images, fonts }).then(
          ({ bytes, warnings }) =>
            `<img alt="" src="data:image/png;base64,${bytes.toString("base64")}">` +
            warnings.map((warning) => message("warning", warning.message)).join(""),
          (error: unknown) => message("error", messageOf(error)),
        );
        shown.push(`<figure>${await card}${width}×${height}</figure>`);
      }
    }
    return shown.join("");
  }

  async function respond({ url, headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path, query] = (url ?? "").split("?");
    // Other host names that resolve to this machine (DNS rebinding) could read the template.
    if (!/^(?:localhost|127\.0\.0\.1)(?::\d+)?$/u.test(headers.host ?? ""))
      send(response, 403, "text/plain", "Open this page on localhost.");
    else if (path === "/script.js") send(response, 200, "text/javascript", script);
    else if (path === "/changes") {
      response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
      response.flushHeaders();
      listeners.add(response);
      response.once("close", () => listeners.delete(response));
      if (query !== String(version)) response.end(changed);
    } else if (path === "/") {
      const shownVersion = version;
      const content = await showFolder().catch((error: unknown) => message("error", messageOf(error)));
      const root = `<!doctype html><html lang="en" data-version="${shownVersion}">`;
      send(response, 200, "text/html", `${root}${head}<h1>${escape(folder)}</h1>${content}`);
    } else send(response, 404, "text/plain", "Not found.");
  }

  const server = createServer((request, response) => void respond(request, response));
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

const changed = "data: changed\n\n";

const script = `const { version } = document.documentElement.dataset;
new EventSource(\`/changes?\${version}\`).onmessage = () => location.reload();
`;

const head = `
<meta name="viewport" content="width=device-width">
<title>Template preview</title>
<style>
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
  body { margin: 24px }
  p { margin: 0; max-width: 560px; font-family: ui-monospace, monospace; white-space: pre-wrap }
  .error { color: #d3302f }
  .warning { color: #b06f00 }
  figure { display: inline-block; margin: 0 16px 16px 0; vertical-align: top }
  img { display: block; max-width: 100%; height: 300px }
</style>
<script type="module" src="/script.js"></script>
`;

function message(severity: "error" | "warning", text: string): string {
  return `<p class="${severity}">${escape(text)}</p>`;
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function send(response: ServerResponse, status: number, type: string, content: string): void {
  response.writeHead(status, {
    "Content-Type": `${type}; charset=utf-8`,
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'self'; img-src data:; style-src 'unsafe-inline'",
  });
  response.end(content);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
