// `npm run sheet`: renders a contact sheet of every template's sample cards at every size to sheet.png.
// With --accept it also records the rendered cards, after the versions of changed templates have been raised.
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { setUp } from "./setup/set-up.mjs";

const { values } = parseArgs({ options: { out: { type: "string" }, accept: { type: "boolean" } } });
await setUp("start");
// These modules import the build, so they are loaded after the set-up.
const { renderContactSheet } = await import("../packages/engine/testing/dist/contact-sheet.js");
const { updateRecord } = await import("../packages/engine/testing/dist/image-record.js");

const path = resolve(values.out ?? "sheet.png");
writeFileSync(path, await renderContactSheet());
console.log(path);
if (values.accept) await updateRecord();
