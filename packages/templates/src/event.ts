import { Type, type Static } from "typebox";
import type { Layer } from "./background.ts";
import { calendarLeaf } from "./calendar-leaf.ts";
import { defineTemplate } from "./template.ts";
import { headline as headlineField, line, requiredLine } from "./fields.ts";
import { directionOf } from "./direction.ts";
import { frameOf, type Frame } from "./frame.ts";
import { paletteOf, type Palette } from "./palette.ts";
import { longestRow, monogram, pill } from "./parts.ts";
import { column, row, text, type Box, type Node } from "./scene.ts";
import { fact, factSize, headline } from "./type-scale.ts";

const data = Type.Object(
  {
    title: headlineField("What takes place"),
    date: requiredLine("The day, as it should read on the card; “March 14, 2027” is set as a calendar leaf"),
    time: line("The time of day, with its zone where that matters"),
    location: line("Where it takes place"),
    host: line("Who invites; cards of one host share a colour"),
  },
  { additionalProperties: false },
);

type Happening = Readonly<Static<typeof data>>;

/** A ticket on a poster: the date on the stub to tear off, title, time and place on the body. */
export const event = defineTemplate({
  id: "event",
  name: "Event",
  description: "An event's title, with when and where it is and who hosts it",
  version: 1,
  fields: ["title", "date", "time", "location", "host"],
  data,
  scene(happening, canvas) {
    const frame = frameOf(canvas);
    const palette = paletteOf(happening.host ?? happening.title);
    const cut = cutOf(frame);
    return {
      direction: directionOf(happening.title),
      background: poster(frame, palette, cut),
      root: ticket(happening, frame, palette, cut),
    };
  },
});

/** Where the ticket lies on the poster and how long its stub is, in pixels. */
interface Cut {
  inset: number;
  tear: number;
  direction: "upright" | "level";
}

function cutOf({ shape, width, height, px, tiny }: Frame): Cut {
  const inset = Math.max(8, px(shape === "banner" ? 20 : 40));
  if (shape === "banner" || shape === "wide") return { inset, tear: px(300), direction: "upright" };
  const tear = tiny ? height * 0.27 : Math.min(height * 0.3, width * (shape === "strip" ? 0.9 : 0.5));
  return { inset, tear: Math.round(tear), direction: "level" };
}

function ticket(happening: Happening, frame: Frame, palette: Palette, { inset, tear, direction }: Cut): Box {
  const { width, height, px, shape } = frame;
  const upright = direction === "upright";
  const stub = column(
    {
      ...(upright ? { width: tear } : { height: tear }),
      align: "center",
      justify: "center",
      padding: Math.max(6, px(24)),
    },
    [
      calendarLeaf(happening.date, frame, {
        color: palette.onChip,
        ...(upright || shape === "strip" ? {} : { beside: Math.round(tear * 0.5) }),
      }),
    ],
  );
  const body = shape === "banner" ? lineBody(happening, frame, palette) : pageBody(happening, frame, palette);
  const style = { width, height, padding: inset };
  return upright ? row(style, [stub, body]) : column(style, [stub, body]);
}

/** Host at the head, title in the middle, when and where at the foot; all together on a very tall ticket. */
function pageBody(happening: Happening, frame: Frame, palette: Palette): Box {
  const { px, shape, tiny } = frame;
  const padding = Math.max(10, px(shape === "strip" ? 28 : 48));
  return column({ grow: 1, shrink: 1, justify: "center", padding, gap: px(28) }, [
    tiny ? undefined : host(happening, frame, palette),
    column({ grow: shape === "strip" ? 0 : 1, shrink: 1, justify: "center" }, [
      title(happening, frame, palette),
    ]),
    whenAndWhere(happening, frame, palette),
  ]);
}

/** Host and title first, when and where after them. */
function lineBody(happening: Happening, frame: Frame, palette: Palette): Box {
  const { px, width } = frame;
  const padding = [px(24), px(48), px(24), px(48)] as const;
  const foot = whenAndWhere(happening, frame, palette);
  return row({ grow: 1, shrink: 1, padding, gap: px(48), align: "stretch" }, [
    column({ grow: 1, shrink: 1, justify: "center", gap: px(12) }, [
      host(happening, frame, palette),
      title(happening, frame, palette),
    ]),
    foot && column({ maxWidth: Math.round(width * 0.28), justify: "center" }, [foot]),
  ]);
}

function title(happening: Happening, frame: Frame, palette: Palette): Node {
  const alone = !happening.host && !happening.time && !happening.location;
  return text(happening.title, { ...headline(frame, alone ? 1.4 : 1), color: palette.ink, field: "title" });
}

function host(happening: Happening, frame: Frame, palette: Palette): Node | undefined {
  if (!happening.host) return undefined;
  const flat = frame.shape === "banner";
  return row({ gap: frame.px(18), align: "center", ...(flat && { expendable: 1 }) }, [
    monogram(happening.host, {
      diameter: Math.round(factSize(frame) * 1.85),
      fill: palette.chip,
      color: palette.onChip,
    }),
    text(happening.host, { ...fact(frame), weight: 800, color: palette.accent, field: "host" }),
  ]);
}

function whenAndWhere(happening: Happening, frame: Frame, palette: Palette): Node | undefined {
  if (!happening.time && !happening.location) return undefined;
  const { px, shape, tiny } = frame;
  const place = text(happening.location, { ...fact(frame), color: palette.muted, field: "location" });
  const time = tiny
    ? text(happening.time, { ...fact(frame), weight: 800, color: palette.ink, field: "time" })
    : pill(frame, happening.time, { fill: palette.chip, color: palette.onChip, field: "time" });
  const long = (happening.time ?? "").length + (happening.location ?? "").length > longestRow[shape];
  return long || tiny
    ? column({ gap: px(16) }, [time && row({}, [time]), place])
    : row({ gap: px(24), align: "center" }, [time, place]);
}

function poster({ width, height, px }: Frame, palette: Palette, { inset, tear, direction }: Cut): Layer[] {
  return [
    { kind: "cover", fill: palette.poster },
    {
      kind: "ticket",
      x: inset,
      y: inset,
      width: width - 2 * inset,
      height: height - 2 * inset,
      radius: Math.max(8, px(32)),
      notch: Math.max(5, px(20)),
      tear,
      direction,
      stub: palette.chip,
      body: palette.ground,
    },
  ];
}
