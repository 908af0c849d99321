// `npm start`: runs all of Placard on this machine: Redis, a gateway and the renderers.
import { setUp } from "./setup/set-up.mjs";

if (process.argv.length > 2) {
  console.error(
    "Usage: npm start. It takes no arguments: set environment variables, such as PORT=4000 ADMIN_PORT=4001 npm start. They are listed in docs/configuration.md.",
  );
  process.exit(process.argv[2] === "--help" ? 0 : 1);
}

await setUp("start");
// The launcher imports the build, so it is loaded after the set-up.
const { launch } = await import("./launcher/launch.mjs");
process.exitCode = await launch(process.env);
