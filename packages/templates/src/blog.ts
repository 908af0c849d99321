import { Type, type Static } from "typebox";
import type { Layer } from "./background.ts";
import { defineTemplate } from "./template.ts";
import { headline as headlineField, line, paragraph } from "./fields.ts";
import { directionOf } from "./direction.ts";
import { frameOf, type Frame } from "./frame.ts";
import { paletteOf, type Palette } from "./palette.ts";
import { facts, monogram } from "./parts.ts";
import { column, row, text, type Box, type Node } from "./scene.ts";
import { fact, factSize, headline, lead } from "./type-scale.ts";

const data = Type.Object(
  {
    title: headlineField("The post's title"),
    description: paragraph("What the post is about, in a sentence or two"),
    author: line("Who wrote it"),
    date: line("When it was published, as it should read on the card"),
    readTime: line("How long it takes to read, such as “6 min read”"),
    category: line("The section it belongs to; cards of one category share a colour"),
  },
  { additionalProperties: false },
);

type Post = Readonly<Static<typeof data>>;

/** A page of a magazine: dark ink on tinted paper, column rules, the byline under a line at the foot. */
export const blog = defineTemplate({
  id: "blog",
  name: "Blog post",
  description: "An article's title, with its summary, author and date",
  version: 1,
  fields: ["title", "description", "author", "date"],
  data,
  scene(post, canvas) {
    const frame = frameOf(canvas);
    const palette = paletteOf(post.category ?? post.author ?? post.title);
    return {
      direction: directionOf(post.title),
      background: page(frame, palette),
      root: frame.shape === "banner" ? spread(post, frame, palette) : sheet(post, frame, palette),
    };
  },
});

/** Section at the head, story in the middle, byline at the foot; all together where they would be far apart. */
function sheet(post: Post, frame: Frame, palette: Palette): Box {
  const { width, height, margin, px, shape } = frame;
  const foot = byline(post, frame, palette);
  const clear = width - margin - sunOf(frame);
  const middle = { grow: shape === "strip" ? 0 : 1, shrink: 1, gap: px(28), justify: "center" } as const;
  return column({ width, height, padding: margin, gap: px(32), justify: "center" }, [
    section(post, frame, palette),
    // With no byline below it, the story comes down as far as the bright disc.
    column({ ...middle, ...(!foot && { maxWidth: clear }) }, story(post, frame, palette)),
    foot && column({ gap: px(28) }, [rule(frame, palette), row({ maxWidth: clear - margin }, [foot])]),
  ]);
}

/** The same, side by side, where there is no height to stack them in. */
function spread(post: Post, frame: Frame, palette: Palette): Box {
  const { width, height, margin, px } = frame;
  const foot = byline(post, frame, palette);
  const edge = px(28);
  return row({ width, height, padding: [0, margin, 0, margin], gap: margin, align: "center" }, [
    column({ height, padding: [edge, 0, edge, 0], grow: 1, shrink: 1, gap: px(14), justify: "center" }, [
      section(post, frame, palette),
      ...story(post, frame, palette),
    ]),
    foot && row({ width: px(2), height: Math.round(height * 0.5), fill: palette.hairline }),
    foot && row({ maxWidth: Math.round(width * 0.3) }, [foot]),
  ]);
}

function section(post: Post, frame: Frame, palette: Palette): Node | undefined {
  if (!post.category) return undefined;
  return row({ gap: frame.px(18), align: "center" }, [
    dash(frame, palette),
    text(post.category, { ...fact(frame), weight: 800, color: palette.accent, field: "category" }),
  ]);
}

function story(post: Post, frame: Frame, palette: Palette): (Node | undefined)[] {
  const alone = !post.description && !post.author && !post.date && !post.readTime;
  return [
    post.category || frame.shape === "banner" ? undefined : row({}, [dash(frame, palette)]),
    text(post.title, { ...headline(frame, alone ? 1.5 : 1), color: palette.ink, field: "title" }),
    frame.tiny
      ? undefined
      : text(post.description, {
          ...lead(frame),
          color: palette.muted,
          field: "description",
          ...(frame.shape === "wide" && { maxWidth: frame.px(960) }),
          expendable: 2,
        }),
  ];
}

function byline(post: Post, frame: Frame, palette: Palette): Node | undefined {
  const { px, tiny, shape } = frame;
  const when = facts(frame, palette.muted, [
    { field: "date", value: post.date },
    { field: "readTime", value: tiny ? undefined : post.readTime },
  ]);
  if (!post.author) return when;
  const who = text(post.author, { ...fact(frame), weight: 800, color: palette.ink, field: "author" });
  const lines = column({ gap: px(2), shrink: 1 }, [who, when]);
  if (tiny) return lines;
  const mark = monogram(post.author, {
    diameter: Math.round(factSize(frame) * 2.75),
    fill: palette.chip,
    color: palette.onChip,
  });
  return shape === "strip"
    ? column({ gap: px(20) }, [mark, lines])
    : row({ gap: px(22), align: "center", shrink: 1 }, [mark, lines]);
}

/** Radius in pixels of the bright disc in the lower corner: no higher than the byline, which keeps clear of it. */
function sunOf({ px, shape, tiny }: Frame): number {
  return tiny || shape === "strip" || shape === "banner" ? 0 : px(176);
}

function dash({ px }: Frame, { accent }: Palette): Box {
  return row({ width: px(44), height: px(8), radius: px(4), fill: accent });
}

function rule({ px }: Frame, { hairline }: Palette): Box {
  return row({ height: px(2), fill: hairline });
}

function page(frame: Frame, { ground, tint, grid, loud }: Palette): Layer[] {
  const { width, height, margin, px, tiny } = frame;
  const reach = Math.min(width, height);
  const step = (width - 2 * margin) / 6;
  const corner = { kind: "disc", x: width, y: height } as const;
  return [
    { kind: "cover", fill: ground },
    {
      kind: "rules",
      at: tiny ? [] : [1, 2, 3, 4, 5].map((index) => Math.round(margin + step * index)),
      thickness: px(1),
      color: grid,
    },
    { ...corner, radius: reach * 0.62, fill: tint, thickness: px(2) },
    { ...corner, radius: reach * 0.46, fill: tint },
    { ...corner, radius: sunOf(frame), fill: loud },
  ];
}
