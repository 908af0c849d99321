import type { Answer, SentRequest } from "./fake-api.ts";

const text = { type: "string", maxLength: 300 };

/** A template with a text, a list and a choice. */
export const eventTemplate = {
  id: "event",
  name: "Event",
  description: "A ticket for an event",
  source: "builtin",
  schema: {
    type: "object",
    required: ["title"],
    properties: {
      title: text,
      fit: { type: "string", enum: ["cover", "contain"] },
      speakers: {
        type: "array",
        maxItems: 3,
        items: { type: "object", required: ["name"], properties: { name: text, photo: text } },
      },
    },
  },
};

const noteTemplate = {
  id: "note",
  name: "Note",
  description: "A note",
  source: "builtin",
  schema: {
    type: "object",
    properties: {
      text,
      photo: { type: "string", format: "image-url" },
      accent: { type: "string", format: "color" },
    },
  },
};

/** The sample data of `eventTemplate`. */
export const eventSample = { title: "Quiet Software", speakers: [{ name: "Ada" }, { name: "Grace" }] };

/** A request for a card, as the console sends it. */
export interface CardBody {
  template: string;
  data: Record<string, unknown>;
  options?: { width?: number; height?: number; format?: string; scale?: number } & Record<string, unknown>;
}

/** The response for a card of the requested size and format. */
export function renderFakeCard({ body }: SentRequest) {
  const { width = 1200, height = 630, scale = 1, format = "png" } = (body as CardBody).options ?? {};
  return {
    image: "AAAA",
    format: format === "auto" ? "jpeg" : format,
    ...(format === "auto" && { quality: 71 }),
    width: width * scale,
    height: height * scale,
    warnings: [],
    boxes: [],
    problems: [],
  };
}

export const cardAnswers: Readonly<Record<string, Answer>> = {
  "GET /og/templates": { templates: [eventTemplate, noteTemplate] },
  "GET /brands": { brands: [{ name: "default" }, { name: "dark" }] },
  "GET /og/templates/event": { document: { template: { samples: [{ name: "Sample", data: eventSample }] } } },
  "GET /og/templates/note": { document: { template: {} } },
  "POST /og/templates/preview": renderFakeCard,
};
