import { poll } from "@placard/testing";
import { generate, tally } from "./load.mjs";
import { countUnfinishedJobs } from "./queue-probe.mjs";

export const fault = "a gateway is killed (SIGKILL) while 20 of its images wait to be rendered";
export const guarantee = "the images are rendered; another gateway returns each as a HIT";
export const options = { gateways: 2 };

export async function run(placard) {
  const [first, second] = placard.gateways;
  const { key } = placard;
  const renderer = placard.renderers[0];
  process.kill(renderer.pid, "SIGSTOP");
  const titles = Array.from({ length: 20 }, (_, i) => `Orphan ${i}`);
  const orphans = titles.map((title) => generate(first.url, key, title));
  await poll("the jobs to be enqueued", async () => (await countUnfinishedJobs(placard)) === titles.length);
  await first.stop("SIGKILL");
  process.kill(renderer.pid, "SIGCONT");
  const dropped = await Promise.all(orphans);
  await poll("the queue to be empty", async () => (await countUnfinishedJobs(placard)) === 0);
  const repeated = await Promise.all(titles.map((title) => generate(second.url, key, title)));
  const hits = repeated.filter(({ status, cache }) => status === 200 && cache === "HIT").length;
  return {
    held: hits === titles.length && dropped.every(({ status }) => status === 0),
    observed: `${tally(dropped)} at the killed gateway; ${hits} of ${titles.length} HITs at the other`,
  };
}
