import { Type, type Static } from "typebox";
import type { Layer } from "./background.ts";
import { calendarPage } from "./calendar-page.ts";
import { longestRow, monogram, pill } from "./components.ts";
import { detectDirection } from "./direction.ts";
import { headline, line, requiredLine } from "./fields.ts";
import { createFrame, type Frame } from "./frame.ts";
import { choosePalette, type Palette } from "./palette.ts";
import { column, row, text, type Box, type Node } from "./scene.ts";
import { defineTemplate } from "./template.ts";
import { detailFontSize, detailStyle, headlineStyle } from "./text-styles.ts";

const schema = Type.Object(
  {
    title: headline("Event title"),
    date: requiredLine(
      "Date. A single day, such as “March 14, 2027”, is shown as a calendar page; anything else is shown as written",
    ),
    time: line("Time of day, with the time zone if it matters"),
    location: line("Location, such as a venue or a city"),
    host: line("Host. Cards with the same host have the same colors"),
  },
  { additionalProperties: false },
);

type EventData = Readonly<Static<typeof schema>>;

/** An admission ticket on a poster: the date on its stub; title, time and location on its body. */
export const event = defineTemplate({
  id: "event",
  name: "Event",
  description: "An event's title, with its date, time, location and host",
  version: 1,
  fields: ["title", "date", "time", "location", "host"],
  data: schema,
  scene(data, canvas) {
    const frame = createFrame(canvas);
    const palette = choosePalette(data.host ?? data.title);
    const shape = measureTicket(frame);
    return {
      direction: detectDirection(data.title),
      background: poster(frame, palette, shape),
      root: ticket(data, frame, palette, shape),
    };
  },
});

/** The position of the ticket on the poster and the length of its stub, in pixels. */
interface TicketShape {
  inset: number;
  stubLength: number;
  perforation: "vertical" | "horizontal";
}

function measureTicket({ shape, width, height, px, isTiny }: Frame): TicketShape {
  const inset = Math.max(8, px(shape === "banner" ? 20 : 40));
  if (shape === "banner" || shape === "wide") {
    return { inset, stubLength: px(300), perforation: "vertical" };
  }
  const stubLength = isTiny ? height * 0.27 : Math.min(height * 0.3, width * (shape === "strip" ? 0.9 : 0.5));
  return { inset, stubLength: Math.round(stubLength), perforation: "horizontal" };
}

function ticket(
  data: EventData,
  frame: Frame,
  palette: Palette,
  { inset, stubLength, perforation }: TicketShape,
): Box {
  const { width, height, px, shape } = frame;
  const isVertical = perforation === "vertical";
  const stub = column(
    {
      ...(isVertical ? { width: stubLength } : { height: stubLength }),
      align: "center",
      justify: "center",
      padding: Math.max(6, px(24)),
    },
    [
      calendarPage(data.date, frame, {
        color: palette.onChip,
        ...(isVertical || shape === "strip" ? {} : { rowHeight: Math.round(stubLength * 0.5) }),
      }),
    ],
  );
  const body = shape === "banner" ? sideBySideBody(data, frame, palette) : stackedBody(data, frame, palette);
  const style = { width, height, padding: inset };
  return isVertical ? row(style, [stub, body]) : column(style, [stub, body]);
}

/** Host at the top, title in the middle, time and location at the bottom; on a strip, all of them in the middle. */
function stackedBody(data: EventData, frame: Frame, palette: Palette): Box {
  const { px, shape, isTiny } = frame;
  const padding = Math.max(10, px(shape === "strip" ? 28 : 48));
  return column({ grow: 1, shrink: 1, justify: "center", padding, gap: px(28) }, [
    isTiny ? undefined : host(data, frame, palette),
    column({ grow: shape === "strip" ? 0 : 1, shrink: 1, justify: "center" }, [title(data, frame, palette)]),
    timeAndLocation(data, frame, palette),
  ]);
}

/** Host and title at the start, time and location at the end. */
function sideBySideBody(data: EventData, frame: Frame, palette: Palette): Box {
  const { px, width } = frame;
  const padding = [px(24), px(48), px(24), px(48)] as const;
  const end = timeAndLocation(data, frame, palette);
  return row({ grow: 1, shrink: 1, padding, gap: px(48), align: "stretch" }, [
    column({ grow: 1, shrink: 1, justify: "center", gap: px(12) }, [
      host(data, frame, palette),
      title(data, frame, palette),
    ]),
    end && column({ maxWidth: Math.round(width * 0.28), justify: "center" }, [end]),
  ]);
}

function title(data: EventData, frame: Frame, palette: Palette): Node {
  const isTitleOnly = !data.host && !data.time && !data.location;
  return text(data.title, {
    ...headlineStyle(frame, isTitleOnly ? 1.4 : 1),
    color: palette.ink,
    field: "title",
  });
}

function host(data: EventData, frame: Frame, palette: Palette): Node | undefined {
  if (!data.host) return undefined;
  const canDrop = frame.shape === "banner";
  return row({ gap: frame.px(18), align: "center", ...(canDrop && { dropPriority: 1 }) }, [
    monogram(data.host, {
      diameter: Math.round(detailFontSize(frame) * 1.85),
      fill: palette.chip,
      color: palette.onChip,
    }),
    text(data.host, { ...detailStyle(frame), weight: 800, color: palette.accent, field: "host" }),
  ]);
}

function timeAndLocation(data: EventData, frame: Frame, palette: Palette): Node | undefined {
  if (!data.time && !data.location) return undefined;
  const { px, shape, isTiny } = frame;
  const location = text(data.location, { ...detailStyle(frame), color: palette.muted, field: "location" });
  const time = isTiny
    ? text(data.time, { ...detailStyle(frame), weight: 800, color: palette.ink, field: "time" })
    : pill(frame, data.time, { fill: palette.chip, color: palette.onChip, field: "time" });
  const isLong = (data.time ?? "").length + (data.location ?? "").length > longestRow[shape];
  return isLong || isTiny
    ? column({ gap: px(16) }, [time && row({}, [time]), location])
    : row({ gap: px(24), align: "center" }, [time, location]);
}

function poster(
  { width, height, px }: Frame,
  palette: Palette,
  { inset, stubLength, perforation }: TicketShape,
): Layer[] {
  return [
    { kind: "cover", fill: palette.poster },
    {
      kind: "ticket",
      x: inset,
      y: inset,
      width: width - 2 * inset,
      height: height - 2 * inset,
      radius: Math.max(8, px(32)),
      notchRadius: Math.max(5, px(20)),
      perforation,
      stubLength,
      stubFill: palette.chip,
      bodyFill: palette.background,
    },
  ];
}
