import { accountWithoutDialogs } from "../session.ts";
import { samplesOf } from "./samples.ts";

const loaded = new Map<string, Promise<Readonly<Record<string, unknown>>>>();

/** Loads the first sample of a published template. Empty if it can't be loaded. */
export async function loadSample(id: string): Promise<Readonly<Record<string, unknown>>> {
  const loading = loaded.get(id) ?? fetchSample(id);
  loaded.set(id, loading);
  try {
    return await loading;
  } catch {
    loaded.delete(id);
    return {}; // the form starts empty, and opening the template shows the error
  }
}

/** Deletes all loaded samples, because another user may sign in, or a template has been published. */
export function clearSamples() {
  loaded.clear();
}

async function fetchSample(id: string) {
  const { data } = await accountWithoutDialogs.getTemplate(id);
  return samplesOf(data.document.template)[0]?.data ?? {};
}
