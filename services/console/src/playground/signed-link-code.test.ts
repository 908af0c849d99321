import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { signLink } from "@placard/client";
import { createTempDirectory } from "@placard/testing";
import { signedLinkCode, type SignedLinkLanguage } from "./signed-link-code.ts";
import { imageTags, linkParametersOf, pageTags } from "./snippet-texts.ts";

/** The interpreters of the code, and the name of the file that they run. */
const runners: readonly [language: SignedLinkLanguage, file: string, command: string, args: string[]][] = [
  ["javascript", "sign.mjs", process.execPath, []],
  ["python", "sign.py", "python3", []],
  ["php", "sign.php", "php", []],
  ["go", "sign.go", "go", ["run"]],
  ["shell", "sign.sh", "sh", []],
];

const baseUrl = "https://og.example.com";
const key = { kid: "key-1", secret: "plks_secret" };
const data = { title: "Café & crème:\n(50% off)*! \"'$HOME\\`", author: "Ada" };
const page = { title: data.title, description: "A “summary”" };

describe("the code of signed links in the playground", () => {
  for (const [language, file, command, args] of runners) {
    it(`in ${language} prints meta tags with the link that the client signs`, async () => {
      const options = { width: 1080, maxBytes: 30_000 };
      const code = signedLinkCode(language, {
        baseUrl,
        file: "blog.webp",
        parameters: linkParametersOf({ template: "blog", data, options: { ...options, format: "webp" } }),
        tagsBefore: pageTags(page),
        tagsAfter: imageTags({ width: 1080, height: 630, format: "webp" }, page),
      });
      const directory = await createTempDirectory();
      try {
        await writeFile(join(directory.path, file), code);
        const env = { ...process.env, PLACARD_KEY_ID: key.kid, PLACARD_SECRET: key.secret };
        const { stdout } = await promisify(execFile)(command, [...args, join(directory.path, file)], { env });
        const url = await signLink<string>({
          baseUrl,
          ...key,
          template: "blog",
          format: "webp",
          data,
          options,
        });
        const tag = `<meta property="og:image" content="${url.replaceAll("&", "&amp;")}" />`;
        const tags = [
          ...pageTags(page),
          tag,
          ...imageTags({ width: 1080, height: 630, format: "webp" }, page),
        ];
        assert.equal(stdout.trim(), tags.join("\n"));
      } finally {
        await directory.remove();
      }
    });
  }
});
