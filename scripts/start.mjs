// The whole of Placard on this machine: an own Redis, a gateway and the renderers. `npm start`
import { setUp } from "./setup/set-up.mjs";

await setUp("start");
// What the launcher imports comes from the build.
const { launch } = await import("./launcher/launch.mjs");
process.exitCode = await launch(process.env);
