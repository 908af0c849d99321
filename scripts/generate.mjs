// `npm run generate`: updates the files that derive from the contracts and from the gateway's API description. The client may
// not compile before, so this builds the gateway alone and does not stop at errors.
import { writeFileSync } from "node:fs";
import { generateFiles } from "./generate/files.mjs";

for (const [path, text] of await generateFiles()) writeFileSync(path, text);
