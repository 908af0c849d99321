// `npm start`: runs all of Placard on this machine: Redis, a gateway and the renderers.
import { setUp } from "./setup/set-up.mjs";

await setUp("start");
// The launcher imports the build, so it is loaded after the set-up.
const { launch } = await import("./launcher/launch.mjs");
process.exitCode = await launch(process.env);
