import { createLogger, run } from "@placard/runtime";
import { startRenderer } from "./renderer.ts";

const logger = createLogger("renderer");
await run(logger, (restart) => startRenderer(process.env, logger, restart));
