// `npm run generate`: updates generated files and sections: tables, types of the client, pictures of cards,
// and the plain fallback images. The client may not compile before its types are updated, so this builds only
// the gateway and the engine. Exits with status 1 if an example has a problem.
import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { generateFiles } from "./generate/files.mjs";
import { renderPictures } from "./generate/pictures.mjs";
import { root } from "./setup/command.mjs";

for (const [path, text] of await generateFiles()) writeFileSync(path, text);
const { pictures, problems } = await renderPictures();
for (const [path, picture] of pictures) {
  writeFileSync(path, picture);
  console.log(relative(root, path));
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
