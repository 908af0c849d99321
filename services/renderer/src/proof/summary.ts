import { warningCodes, type Proof, type ProofCase, type ProofWarningCount } from "@placard/contracts";

/**
 * Counts what differs between the cards of a proof.
 * @param hasVersion whether there is a version to compare with
 */
export function summarizeProof(cases: readonly ProofCase[], hasVersion: boolean): Proof["summary"] {
  const newWarnings = (["recent", "stress"] as const).flatMap((kind) => countWarnings(cases, kind));
  const recent = cases.filter(({ kind }) => kind === "recent");
  const rejected = recent.filter(({ after }) => after === null).length;
  return {
    cases: cases.length,
    changed: cases.filter(({ difference }) => difference !== null && difference > 0).length,
    newWarnings,
    messages: [
      ...(rejected > 0
        ? [`${rejected} of ${recent.length} recent cards have data that the document rejects.`]
        : []),
      ...newWarnings.map(
        ({ kind, code, field, cases: count, of }) =>
          `${count} of ${of} ${kind} cards${hasVersion ? " now" : ""} ${warningCodes[code].effect} “${field}”.`,
      ),
    ],
  };
}

/** The new warnings of the cards of one kind, the most frequent ones first. */
function countWarnings(cases: readonly ProofCase[], kind: ProofCase["kind"]): ProofWarningCount[] {
  const ofKind = cases.filter((each) => each.kind === kind);
  const counts = new Map<string, ProofWarningCount>();
  for (const { newWarnings } of ofKind) {
    const names = new Map(newWarnings.map(({ code, field }) => [`${code} ${field}`, { code, field }]));
    for (const [name, warning] of names) {
      const count = counts.get(name) ?? { kind, ...warning, cases: 0, of: ofKind.length };
      counts.set(name, { ...count, cases: count.cases + 1 });
    }
  }
  return [...counts.values()].toSorted((a, b) => b.cases - a.cases);
}
