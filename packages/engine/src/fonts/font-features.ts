/** The tables of a font with features (OpenType 1.9, "GSUB" and "GPOS"), by tag. */
type Tables = ReadonlyMap<string, Buffer>;

const featureTables = ["GSUB", "GPOS"] as const;

/**
 * Features that HarfBuzz applies to every text. Fonts have most of them in GPOS only, so that in GSUB their
 * names are free for others.
 */
const alwaysOn = ["rclt", "clig", "curs", "dist", "abvm", "blwm", "mark", "mkmk", "liga", "kern", "rlig"];

/** Features that are on unless they are turned off. */
const onByDefault: ReadonlySet<string> = new Set([...alwaysOn, "calt", "ccmp", "locl"]);

/** A record of a feature list: its tag, and where it is in the table. */
interface FeatureRecord {
  readonly tag: string;
  readonly offset: number;
}

function recordsOf(table: Buffer | undefined): FeatureRecord[] {
  if (!table) return [];
  const list = table.readUInt16BE(6);
  return Array.from({ length: table.readUInt16BE(list) }, (_, index) => {
    const offset = list + 2 + 6 * index;
    return { tag: table.toString("latin1", offset, offset + 4), offset };
  });
}

/** The tags of the features of a font. */
export function featuresOf(tables: Tables): ReadonlySet<string> {
  const tags = featureTables.flatMap((name) => recordsOf(tables.get(name)).map(({ tag }) => tag));
  return new Set(tables.has("kern") ? [...tags, "kern"] : tags);
}

/**
 * Turns features on and off in the tables of a font, by their names: canvas can't pass features to HarfBuzz.
 * `features`: as `kern=0 tnum=1`.
 */
export function applyFeatures(tables: Map<string, Buffer>, features: string): void {
  const wanted = new Map(features.split(" ").map((each) => [each.slice(0, 4), each.endsWith("1")]));
  if (wanted.get("kern") === false) tables.delete("kern");
  for (const name of featureTables) {
    const table = tables.get(name);
    const records = recordsOf(table);
    const used = new Set(records.map(({ tag }) => tag));
    const free = alwaysOn.filter((tag) => !used.has(tag));
    const names = new Map<string, string>();
    for (const { tag, offset } of records) {
      const isOn = wanted.get(tag);
      if (isOn === undefined || isOn === onByDefault.has(tag)) continue;
      let replacement = isOn ? names.get(tag) : "none";
      if (replacement === undefined) names.set(tag, (replacement = free.shift() ?? tag));
      table!.write(replacement, offset, "latin1");
    }
  }
}

/** The features of a list that change a font. */
export function effectiveFeatures(features: string, available: ReadonlySet<string>): string {
  if (features === "") return "";
  const changes = (each: string) => {
    const tag = each.slice(0, 4);
    return available.has(tag) && each.endsWith("1") !== onByDefault.has(tag);
  };
  return features
    .split(/ (?=.{4}=)/u)
    .filter(changes)
    .join(" ");
}
