import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./setup/command.mjs";

/** How to run the code of each language. @type {Record<string, { file: string, command: string[] }>} */
const interpreters = {
  js: { file: "link.mjs", command: ["node"] },
  python: { file: "link.py", command: ["python3"] },
  php: { file: "link.php", command: ["php"] },
  go: { file: "link.go", command: ["go", "run"] },
  sh: { file: "link.sh", command: ["sh"] },
};

describe("docs/signed-links.md", () => {
  const text = readFileSync(join(root, "docs/signed-links.md"), "utf8");
  const vector = JSON.parse(blockOf(text, "json"));
  const sections = {
    "readable links": text.slice(text.indexOf("\n## Functions")),
    "short links": text.slice(text.indexOf("\n## Short links")),
  };
  /** @type {string} */
  let directory;
  before(() => (directory = mkdtempSync(join(tmpdir(), "placard-signed-links-"))));
  after(() => rmSync(directory, { recursive: true, force: true }));

  for (const [form, section] of Object.entries(sections)) {
    for (const [language, { file, command }] of Object.entries(interpreters)) {
      it(`has code for ${form} in ${language} that prints the meta tag of the guide`, () => {
        const [program = "", ...parameters] = command;
        const code = blockOf(section, language);
        const path = join(directory, file);
        writeFileSync(path, language === "php" ? `<?php\n${code}` : code);
        const { stdout, stderr } = spawnSync(program, [...parameters, path], {
          encoding: "utf8",
          timeout: 120_000, // Go compiles first
          env: {
            ...process.env,
            PLACARD_KEY_ID: vector.parameters.kid,
            PLACARD_SECRET: vector.secret,
          },
        });
        assert.equal(stdout.trim(), blockOf(section, "text").trim(), stderr);
      });
    }
  }
});

/**
 * The first block of code in a language.
 * @param {string} text
 * @param {string} language
 */
function blockOf(text, language) {
  const [, code] = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, "m").exec(text) ?? [];
  if (code === undefined) throw new Error(`docs/signed-links.md has no code in ${language}.`);
  return code;
}
