// `npm run test:containers`: builds both images, runs the Compose file in a separate Docker daemon, and
// checks what the documentation says about containers. Then it removes everything that it created. See
// CONTRIBUTING.md, "Container test".
import { setUp } from "./setup/set-up.mjs";

if (process.platform !== "linux" || process.getuid?.() !== 0) {
  console.error(
    "This test needs root on Linux, because it starts a Docker daemon. Run: sudo npm run test:containers",
  );
  process.exit(1);
}
await setUp("containers");
// It imports the build, so it is loaded after the set-up.
await import("./containers/test.mjs");
