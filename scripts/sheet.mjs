// Draws the contact sheet, every template's sample cards at every size, for people to look at: npm run sheet
// With --accept it also records how the cards look now, once the versions of the templates that changed are raised.
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { setUp } from "./setup/set-up.mjs";

const { values } = parseArgs({ options: { out: { type: "string" }, accept: { type: "boolean" } } });
await setUp("start");
// What this imports comes from the build.
const { drawSheet } = await import("../services/renderer/dist/sheet/draw-sheet.js");
const { acceptPictures } = await import("../services/renderer/dist/sheet/picture-record.js");

const path = resolve(values.out ?? "sheet.png");
writeFileSync(path, await drawSheet());
console.log(path);
if (values.accept) await acceptPictures();
