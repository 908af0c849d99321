import type { WebhookEventType } from "@placard/client";
import { createElement } from "../elements.ts";
import { FieldError } from "../form-errors.ts";

/** The types of events, with what they are called for. */
const eventTypes = [
  { value: "image.rendered", label: "Image rendered" },
  { value: "image.failed", label: "Render failed" },
  { value: "batch.finished", label: "Batch finished" },
  { value: "quota.reached", label: "Daily quota reached" },
] as const satisfies readonly { value: WebhookEventType; label: string }[];

/** Creates the form for a new webhook. */
export function createWebhookForm(): HTMLFormElement {
  const url = createElement("input", {
    id: "webhook-url",
    name: "url",
    type: "url",
    autocomplete: "off",
    maxLength: 2048,
    required: true,
    placeholder: "https://example.com/placard-webhook",
    "data-what": "the URL of your server",
  });
  return createElement(
    "form",
    { className: "inline-form" },
    createElement("div", {}, createElement("label", { htmlFor: "webhook-url" }, "URL"), url),
    createEventFields(eventTypes.map(({ value }) => value)),
    createElement("button", {}, "Create webhook"),
  );
}

/** Creates the choice of events. */
export function createEventFields(selected: readonly WebhookEventType[]): HTMLFieldSetElement {
  const boxes = eventTypes.map(({ value, label }) =>
    createElement(
      "label",
      { className: "checkbox" },
      createElement("input", {
        type: "checkbox",
        name: "events",
        value,
        defaultChecked: selected.includes(value),
      }),
      createElement("span", {}, `${label} `, createElement("code", {}, value)),
    ),
  );
  return createElement("fieldset", { className: "scopes" }, createElement("legend", {}, "Events"), ...boxes);
}

/**
 * Reads the choice of events.
 * @throws FieldError if there is none
 */
export function readEvents(form: HTMLFormElement): WebhookEventType[] {
  const checked = new FormData(form).getAll("events");
  const events = eventTypes.map(({ value }) => value).filter((value) => checked.includes(value));
  if (events.length === 0) throw new FieldError("events", "Select at least one event.");
  return events;
}
