import { Type, type Static } from "typebox";
import type { Layer } from "./background.ts";
import { detailsRow, monogram } from "./components.ts";
import { detectDirection } from "./direction.ts";
import { headline, line, paragraph } from "./fields.ts";
import { createFrame, type Frame } from "./frame.ts";
import { choosePalette, type Palette } from "./palette.ts";
import { column, row, text, type Box, type Node } from "./scene.ts";
import { defineTemplate } from "./template.ts";
import { detailFontSize, detailStyle, headlineStyle, leadStyle } from "./text-styles.ts";

const schema = Type.Object(
  {
    title: headline("Post title"),
    description: paragraph("Summary, one or two sentences"),
    author: line("Author's name"),
    date: line("Publication date, shown as written"),
    readTime: line("Reading time, such as “6 min read”"),
    category: line("Category. Cards with the same category have the same colors"),
  },
  { additionalProperties: false },
);

type BlogPost = Readonly<Static<typeof schema>>;

/** A magazine page: dark text on tinted paper or bright text on a dark one, with column rules and a byline below a line. */
export const blog = defineTemplate({
  id: "blog",
  name: "Blog post",
  description: "An article's title, with its summary, author and date",
  version: 1,
  fields: ["title", "description", "author", "date"],
  data: schema,
  scene(post, canvas) {
    const frame = createFrame(canvas);
    const palette = choosePalette(post.category ?? post.author ?? post.title);
    return {
      direction: detectDirection(post.title),
      background: pageBackground(frame, palette),
      root: frame.shape === "banner" ? sideBySide(post, frame, palette) : stacked(post, frame, palette),
    };
  },
});

/** Category at the top, title in the middle, byline at the bottom; on a strip, all of them together in the middle. */
function stacked(post: BlogPost, frame: Frame, palette: Palette): Box {
  const { width, height, margin, px, shape } = frame;
  const footer = byline(post, frame, palette);
  const widthBesideDisc = width - margin - cornerDiscRadius(frame);
  const middle = { grow: shape === "strip" ? 0 : 1, shrink: 1, gap: px(28), justify: "center" } as const;
  return column({ width, height, padding: margin, gap: px(32), justify: "center" }, [
    categoryLabel(post, frame, palette),
    // Without a byline below it, the title and description reach down to the disc in the corner.
    column(
      { ...middle, ...(!footer && { maxWidth: widthBesideDisc }) },
      titleAndDescription(post, frame, palette),
    ),
    footer &&
      column({ gap: px(28) }, [
        dividingLine(frame, palette),
        row({ maxWidth: widthBesideDisc - margin }, [footer]),
      ]),
  ]);
}

/** Category, title and description at the start, byline at the end. */
function sideBySide(post: BlogPost, frame: Frame, palette: Palette): Box {
  const { width, height, margin, px } = frame;
  const sidebar = byline(post, frame, palette);
  const inset = px(28);
  return row({ width, height, padding: [0, margin, 0, margin], gap: margin, align: "center" }, [
    column({ height, padding: [inset, 0, inset, 0], grow: 1, shrink: 1, gap: px(14), justify: "center" }, [
      categoryLabel(post, frame, palette),
      ...titleAndDescription(post, frame, palette),
    ]),
    sidebar && row({ width: px(2), height: Math.round(height * 0.5), fill: palette.hairline }),
    sidebar && row({ maxWidth: Math.round(width * 0.3) }, [sidebar]),
  ]);
}

function categoryLabel(post: BlogPost, frame: Frame, palette: Palette): Node | undefined {
  if (!post.category) return undefined;
  return row({ gap: frame.px(18), align: "center" }, [
    dash(frame, palette),
    text(post.category, { ...detailStyle(frame), weight: 800, color: palette.accent, field: "category" }),
  ]);
}

function titleAndDescription(post: BlogPost, frame: Frame, palette: Palette): (Node | undefined)[] {
  const isTitleOnly = !post.description && !post.author && !post.date && !post.readTime;
  return [
    post.category || frame.shape === "banner" ? undefined : row({}, [dash(frame, palette)]),
    text(post.title, { ...headlineStyle(frame, isTitleOnly ? 1.5 : 1), color: palette.ink, field: "title" }),
    frame.isTiny
      ? undefined
      : text(post.description, {
          ...leadStyle(frame),
          color: palette.muted,
          field: "description",
          ...(frame.shape === "wide" && { maxWidth: frame.px(960) }),
          dropPriority: 2,
        }),
  ];
}

function byline(post: BlogPost, frame: Frame, palette: Palette): Node | undefined {
  const { px, isTiny, shape } = frame;
  const dateAndReadTime = detailsRow(frame, palette.muted, [
    { field: "date", value: post.date },
    { field: "readTime", value: isTiny ? undefined : post.readTime },
  ]);
  if (!post.author) return dateAndReadTime;
  const author = text(post.author, {
    ...detailStyle(frame),
    weight: 800,
    color: palette.ink,
    field: "author",
  });
  const lines = column({ gap: px(2), shrink: 1 }, [author, dateAndReadTime]);
  if (isTiny) return lines;
  const avatar = monogram(post.author, {
    diameter: Math.round(detailFontSize(frame) * 2.75),
    fill: palette.chip,
    color: palette.onChip,
  });
  return shape === "strip"
    ? column({ gap: px(20) }, [avatar, lines])
    : row({ gap: px(22), align: "center", shrink: 1 }, [avatar, lines]);
}

/** Radius in pixels of the bright disc in the lower corner: no higher than the byline, which keeps clear of it. */
function cornerDiscRadius({ px, shape, isTiny }: Frame): number {
  return isTiny || shape === "strip" || shape === "banner" ? 0 : px(176);
}

function dash({ px }: Frame, { accent }: Palette): Box {
  return row({ width: px(44), height: px(8), radius: px(4), fill: accent });
}

function dividingLine({ px }: Frame, { hairline }: Palette): Box {
  return row({ height: px(2), fill: hairline });
}

function pageBackground(frame: Frame, { background, tint, grid, highlight }: Palette): Layer[] {
  const { width, height, margin, px, isTiny } = frame;
  const shorterSide = Math.min(width, height);
  const columnWidth = (width - 2 * margin) / 6;
  const corner = { kind: "disc", x: width, y: height } as const;
  return [
    { kind: "cover", fill: background },
    {
      kind: "rules",
      positions: isTiny ? [] : [1, 2, 3, 4, 5].map((index) => Math.round(margin + columnWidth * index)),
      thickness: px(1),
      color: grid,
    },
    { ...corner, radius: shorterSide * 0.62, fill: tint, thickness: px(2) },
    { ...corner, radius: shorterSide * 0.46, fill: tint },
    { ...corner, radius: cornerDiscRadius(frame), fill: highlight },
  ];
}
