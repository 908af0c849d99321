/** A file that the console is made of: where it lies and what it is. */
export interface ConsoleFile {
  /** `console`: services/console/public; `client`: the build of packages/client. */
  from: "console" | "client";
  name: string;
  contentType: string;
}

/** All that is served, by its path: nothing else in the directories can be asked for. */
export const consoleFiles: Readonly<Record<string, ConsoleFile>> = {
  "/": { from: "console", name: "index.html", contentType: "text/html; charset=utf-8" },
  "/icon.svg": { from: "console", name: "icon.svg", contentType: "image/svg+xml" },
  ...files("console", "text/css; charset=utf-8", [
    "style.css",
    "docs.css",
    "console.css",
    "playground.css",
    "frames.css",
  ]),
  ...files("console", "image/webp", ["samples/blog.webp", "samples/product.webp", "samples/event.webp"]),
  ...files("console", "text/javascript; charset=utf-8", [
    "ask.js",
    "autofill.js",
    "build.js",
    "copy.js",
    "credentials.js",
    "keys.js",
    "list.js",
    "main.js",
    "message.js",
    "page.js",
    "passkeys.js",
    "router.js",
    "session.js",
    "sessions.js",
    "sign-in.js",
    "signing-keys.js",
    "times.js",
    "playground/draw.js",
    "playground/examples.js",
    "playground/fields.js",
    "playground/form.js",
    "playground/frames.js",
    "playground/key.js",
    "playground/options.js",
    "playground/playground.js",
    "playground/preview.js",
    "playground/snippets.js",
    "playground/snippet-texts.js",
  ]),
  // What index.js imports, and what that imports. Types alone leave no import.
  ...files("client", "text/javascript; charset=utf-8", [
    "auth.js",
    "attempt.js",
    "base-url.js",
    "client.js",
    "clock.js",
    "envelope.js",
    "errors.js",
    "health.js",
    "images.js",
    "index.js",
    "keys.js",
    "meta.js",
    "retry.js",
    "sign-link.js",
    "transport.js",
    "wait-for-job.js",
  ]),
};

function files(from: ConsoleFile["from"], contentType: string, names: readonly string[]) {
  const folder = from === "client" ? "/client/" : "/";
  return Object.fromEntries(
    names.map((name) => [`${folder}${name}`, { from, name, contentType } satisfies ConsoleFile] as const),
  );
}
