import { getSharedPlacard, openConsole, type ConsolePage } from "@placard/testing";
import axe from "axe-core";

/** Opens the console of a new account. */
export async function openConsoleOfAda(): Promise<ConsolePage> {
  const at = await openConsole((await getSharedPlacard()).publicUrl);
  await at.page.setViewportSize({ width: 1440, height: 900 });
  await at.signUp(`${crypto.randomUUID()}@example.com`, "Ada Lovelace");
  return at;
}

export const tab = (at: ConsolePage, name: string) => at.page.getByRole("tab", { name });
export const card = (at: ConsolePage) => at.page.getByRole("img", { name: "Preview of the template" });
export const noProblems = (at: ConsolePage) => at.page.getByText("No problems").waitFor();

/** Chooses an action of the design. */
export async function menu(at: ConsolePage, name: string, action: string): Promise<void> {
  await at.button(name).click();
  await at.page.locator(".menu-items").getByRole("button", { name: action, exact: true }).click();
}

/** The violations that axe finds on a page. */
export async function findBarriers(page: ConsolePage["page"]): Promise<unknown> {
  await page.evaluate(`(() => { ${axe.source} })()`);
  return page.evaluate(`axe.run().then(({ violations }) =>
    violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]))`);
}

/** The browser's errors and violations of policies, but those that the editor expects. */
export function unexpectedErrors(at: ConsolePage): readonly string[] {
  // A draft of another tab is not overwritten (412). On a busy machine, a preview is requested while a line
  // is being typed and is rejected, or times out.
  return at.errors().filter((error) => !/status of (?:400|412|504)/.test(error));
}
