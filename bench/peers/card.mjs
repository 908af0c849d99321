// A look-alike of the card of the blog template at 1200×630, in the CSS that takumi and satori share.
// Gradients, discs, texts, fonts and places are the same.
import { choosePalette } from "../../packages/templates/dist/palette.js";

export const width = 1200;
export const height = 630;
export const quality = 90;

/** The card as a tree, built with `box(style, children)` and `text(style, text)`. */
export function createCard({ title, description, author, category, date, readTime }, { box, text }) {
  const { background, tint, grid, highlight, ink, muted, accent, onAccent } = choosePalette(category);
  const bold = { fontWeight: 800 };
  const row = { display: "flex", alignItems: "center" };
  const column = { display: "flex", flexDirection: "column" };
  return box(
    {
      ...{ position: "relative", display: "flex", width, height, overflow: "hidden" },
      ...{ backgroundImage: linearGradient(background), color: ink },
      ...{ fontFamily: "Inter", fontSize: 30, fontWeight: 500, lineHeight: 1.35 },
    },
    [
      box(
        { ...at(72, 0, width - 144, height), display: "flex", justifyContent: "space-evenly" },
        Array.from({ length: 5 }, () => box({ width: 1, height, backgroundColor: grid }, [])),
      ),
      box({ ...disc(390.6), border: `2px solid ${tint}` }, []),
      box({ ...disc(289.8), backgroundColor: tint }, []),
      box({ ...disc(176), backgroundImage: linearGradient(highlight) }, []),
      box({ ...column, ...at(72, 72, width - 144, 463.5), gap: 32 }, [
        box({ ...column, flexGrow: 1, gap: 28 }, [
          box({ ...row, gap: 18, color: accent }, [
            box({ width: 44, height: 8, borderRadius: 4, backgroundColor: accent }, []),
            text(bold, category),
          ]),
          box({ ...column, flexGrow: 1, justifyContent: "center", gap: 24 }, [
            // Placard searches for the largest size that fits: 63 to 70 px for the titles of these
            // benchmarks.
            text({ ...bold, fontSize: 62, lineHeight: 1.1, textWrap: "balance" }, title),
            text(
              { maxWidth: 960, color: muted, fontSize: 34, lineHeight: 1.4, textWrap: "balance" },
              description,
            ),
          ]),
        ]),
        box({ ...row, gap: 20 }, [
          box(
            {
              ...{ ...row, justifyContent: "center", width: 72, height: 72, borderRadius: 36 },
              ...{ backgroundColor: accent, color: onAccent },
            },
            [text({ ...bold, lineHeight: 1.2 }, initialsOf(author))],
          ),
          box({ ...row, gap: 24 }, [
            text(bold, author),
            box({ ...row, gap: 14, color: muted }, [
              text({}, date),
              box({ width: 6, height: 6, borderRadius: 3, backgroundColor: muted }, []),
              text({}, readTime),
            ]),
          ]),
        ]),
      ]),
    ],
  );
}

function at(left, top, areaWidth, areaHeight) {
  return { position: "absolute", left, top, width: areaWidth, height: areaHeight };
}

/** A disc around the lower right corner. */
function disc(radius) {
  return {
    ...at(width - radius, height - radius, 2 * radius, 2 * radius),
    display: "flex",
    borderRadius: radius,
  };
}

function linearGradient(colors) {
  return `linear-gradient(180deg, ${colors.join(", ")})`;
}

function initialsOf(name) {
  return name
    .split(" ")
    .map(([initial]) => initial)
    .join("");
}
