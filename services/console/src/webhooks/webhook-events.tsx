import type { WebhookEventType } from "@placard/client";
import { FieldError } from "../components/field-errors.ts";
import { CheckboxGroup } from "../components/fields.tsx";
import type { FormValues } from "../components/form.tsx";

const eventTypes = [
  { value: "image.rendered", label: "Image rendered" },
  { value: "image.failed", label: "Render failed" },
  { value: "batch.finished", label: "Batch finished" },
  { value: "quota.reached", label: "Daily quota reached" },
] as const satisfies readonly { value: WebhookEventType; label: string }[];

/** The choice of events of a webhook: all of them, unless it says others. */
export function EventFields({ checked }: { checked?: readonly WebhookEventType[] }) {
  const all = eventTypes.map(({ value }) => value);
  return <CheckboxGroup legend="Events" name="events" options={eventTypes} checked={checked ?? all} />;
}

/** @throws FieldError if no event is checked */
export function readEvents({ all }: FormValues): WebhookEventType[] {
  const checked = all("events");
  const events = eventTypes.map(({ value }) => value).filter((value) => checked.includes(value));
  if (events.length === 0) throw new FieldError("events", "Select at least one event.");
  return events;
}
