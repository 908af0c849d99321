import { ConversionError, type Loss } from "@placard/templates/convert";
import { describeFields, type CardField } from "./card-fields.ts";
import { compareVariants, findDifferences, type ComparedCard } from "./card-tree.ts";
import type { CardRun } from "./runtime/render-card.ts";
import { characterOf, type Token } from "./runtime/session.ts";

/** Runs a card with some values absent. Entries of lists have the index. */
export type RunCard = (absent: readonly string[], index?: number) => Promise<CardRun>;

/** What several runs of a card show. */
interface Analysis {
  readonly card: CardRun;
  readonly fields: readonly CardField[];
  /** The names of fields that the code fails without. */
  readonly required: readonly string[];
  readonly compared: ComparedCard;
  /** Of values that are not fields. */
  readonly losses: readonly Loss[];
}

/**
 * Finds the fields of a card, and what depends on them.
 * @throws ConversionError if the code fails with each choice of values
 */
export async function analyzeCard(run: RunCard): Promise<Analysis> {
  const { absent, failure } = await findFailing(run);
  const analysis = await compareRuns(run, absent);
  const hidden = analysis.fields
    .filter(
      ({ characters, expression }) => characters.length === 0 && analysis.compared.styled.has(expression),
    )
    .map(({ path }) => path);
  const isAbsent = hidden.length > 0 && (await run([...absent, ...hidden])).failure === undefined;
  const whole = (what: string): Loss => ({ line: 1, column: 1, what, severity: "approximated" });
  return {
    ...(isAbsent ? await compareRuns(run, [...absent, ...hidden]) : analysis),
    losses: [
      ...absent.map((path) =>
        whole(`The card has no \`${path}\`: the code fails with a placeholder for it (${failure})`),
      ),
      ...(isAbsent ? hidden : []).map((path) => whole(`The card has no \`${path}\`: only code uses it`)),
    ],
  };
}

/** The values that the code fails with. Without them, it uses their defaults. */
async function findFailing(run: RunCard): Promise<{ absent: readonly string[]; failure: string }> {
  const { failure, read } = await run([]);
  if (failure === undefined) return { absent: [], failure: "" };
  const works = async (absent: readonly string[]) => (await run(absent)).failure === undefined;
  // The value that was read last is probably the cause.
  const candidates = read.toReversed();
  for (let count = 1; count <= candidates.length; count++) {
    let absent = candidates.slice(0, count);
    if (!(await works(absent))) continue;
    for (const path of absent) {
      const others = absent.filter((other) => other !== path);
      if (others.length > 0 && (await works(others))) absent = others;
    }
    return { absent, failure: failure.replace(/[\ue000-\uf8ff]/gu, "…") };
  }
  throw new ConversionError(`Its code failed: ${failure}.`);
}

async function compareRuns(run: RunCard, absent: readonly string[]): Promise<Omit<Analysis, "losses">> {
  const card = await run(absent);
  const tokens = [...card.tokens];
  const variants = new Map<string, CardRun>();
  const found = describeFields(card);
  for (const { path } of found) {
    const variant = await run([...absent, path]);
    // Without a required value, another export may return its card.
    if (variant.failure === undefined && variant.entry === card.entry)
      variants.set(path, { ...variant, html: translate(variant, tokens) });
  }
  // Variants may show values that the card does not.
  const runs = [card, ...variants.values()];
  const fields = describeFields({
    html: runs.map(({ html }) => html).join("\n"),
    tokens,
    lists: runs.flatMap(({ lists }) => lists),
    read: runs.flatMap(({ read }) => read),
    numbers: runs.flatMap(({ numbers }) => numbers),
  });
  const compared = compareVariants(
    card.html,
    fields.flatMap(({ path, characters, expression }) => {
      const variant = variants.get(path);
      return variant ? [{ characters, condition: expression, html: variant.html }] : [];
    }),
  );
  const second = card.lists.length > 0 ? await run(absent, 1) : card;
  compared.losses.push(...findDifferences(card.html, translate(second, tokens)));
  const required = found.filter(({ path }) => !variants.has(path)).map(({ name }) => name);
  return { card, fields, required, compared };
}

/** The HTML of a variant with the characters of `all` for the same values. Adds those of other values. */
function translate({ html, tokens }: CardRun, all: Token[]): string {
  const keyOf = ({ path, filters }: Token) => `${path.join(".")}|${filters.join("|")}`;
  const translations = new Map(
    tokens.map((token) => {
      let same = all.find((other) => keyOf(other) === keyOf(token));
      if (!same) all.push((same = { ...token, character: characterOf(all.length) }));
      return [token.character, same.character];
    }),
  );
  return html.replace(/[\ue000-\uf8ff]/gu, (character) => translations.get(character) ?? character);
}
