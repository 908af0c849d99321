import { createLogger, run } from "@placard/runtime";
import { startGateway } from "./gateway.ts";

const logger = createLogger("gateway");
await run(logger, () => startGateway(process.env, logger));
