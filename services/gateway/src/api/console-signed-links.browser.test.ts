import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  createTempDirectory,
  getSharedPlacard,
  openConsole,
  type ConsolePage,
  type SharedPlacard,
} from "@placard/testing";

/** The interpreters of the code, and the name of the file that they run. */
const runners: readonly [language: string, file: string, command: string, args: readonly string[]][] = [
  ["JavaScript", "sign.mjs", process.execPath, []],
  ["Python", "sign.py", "python3", []],
  ["PHP", "sign.php", "php", []],
  ["Go", "sign.go", "go", ["run"]],
  ["Shell", "sign.sh", "sh", []],
];

describe("the code of signed links in the playground", () => {
  let placard: SharedPlacard;
  let at: ConsolePage;
  let key: { id: string; secret: string };
  before(async () => {
    placard = await getSharedPlacard();
    at = await openConsole(placard.publicUrl);
    await at.signUp(`${crypto.randomUUID()}@example.com`, "Ada Lovelace");
    await at.button("Skip for now").click();
    key = await createSigningKey();
    await at.page.getByText("Up to date").waitFor();
    await at.page.getByLabel("Title").fill("Café & crème:\n(50% off)*! \"'$HOME\\`");
    await at.page.getByLabel("Format").selectOption("WebP");
    await at.page.getByRole("img", { name: "Image “Café & crème" }).waitFor();
    await at.page.getByText("Up to date").waitFor();
    await at.page.locator(".preview-facts").getByText("WebP").waitFor();
    await at.page.getByRole("radio", { name: "Signed link" }).check();
  });
  after(() => at?.close());

  for (const [language, file, command, args] of runners) {
    it(`in ${language} prints meta tags with a link that the server accepts`, async () => {
      await at.page.getByLabel("Language").selectOption(language);
      const code = await at.copyWith("Copy snippet");
      assert.ok(!code.includes(key.secret));
      const directory = await createTempDirectory();
      try {
        await writeFile(join(directory.path, file), code);
        // Not synchronously: fetch would not notice that the gateway has closed an idle connection in the meantime.
        const { stdout } = await promisify(execFile)(command, [...args, join(directory.path, file)], {
          env: { ...process.env, PLACARD_KEY_ID: key.id, PLACARD_SECRET: key.secret },
        });
        const tags = new Map(
          [...stdout.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)" \/>/g)].map(
            ([, name = "", content = ""]) => [name, content.replaceAll("&amp;", "&")],
          ),
        );
        for (const name of ["og:title", "og:description", "og:url", "og:image:alt"])
          assert.ok(tags.get(name), name);
        assert.equal(tags.get("og:image:width"), "1200");
        const link = new URL(tags.get("og:image") ?? "");
        const response = await fetch(placard.url + link.pathname + link.search);
        assert.equal(response.status, 200, await response.clone().text());
        assert.equal(response.headers.get("content-type"), "image/webp");
      } finally {
        await directory.remove();
      }
    });
  }

  async function createSigningKey(): Promise<{ id: string; secret: string }> {
    const token: unknown = await at.page.evaluate(`JSON.parse(localStorage["placard-session"]).token`);
    const response = await fetch(`${placard.url}/api/v1/signing-keys`, {
      method: "POST",
      headers: { Authorization: `Bearer ${String(token)}`, "Content-Type": "application/json" },
      body: JSON.stringify({ name: "site" }),
    });
    return ((await response.json()) as { data: { id: string; secret: string } }).data;
  }
});
