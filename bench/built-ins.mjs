// CPU time of a card of each built-in template, relative to that in another checkout that has been built:
//   node bench/built-ins.mjs ../placard-before
import { fork } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { allocatorSettings } from "./allocator.mjs";

const formats = ["png", "jpeg"];
const warmUps = 100;
const rounds = 21;
const cardsPerRound = 10;

const cards = {
  blog: [
    { title: "Ship it" },
    { title: "How we cut image rendering latency", author: "Ada Lovelace", date: "March 14, 2027" },
  ],
  product: [
    { name: "Loom" },
    { name: "Aurora Desk Lamp", tagline: "Warm light all day", price: "€149", badge: "New" },
  ],
  event: [
    { title: "Open studio", date: "June 1, 2027" },
    { title: "Web Performance Summit", date: "March 14, 2027", time: "18:30", host: "Perf Guild" },
  ],
  docs: [
    { title: "Getting started" },
    { title: "Deploy to your own servers", breadcrumb: "Guides › Operations", product: "Lantern" },
  ],
  changelog: [
    { version: "1.0" },
    {
      version: "4.2.0",
      title: "A faster queue",
      changes: [{ kind: "New", text: "Your colors on every card" }],
    },
  ],
  quote: [{ quote: "Ship it." }, { quote: "Nobody calls a lighthouse reliable.", author: "Maren Solberg" }],
  repository: [
    { name: "dotfiles" },
    { name: "lantern", owner: "norte", stars: "12400", forks: "842", language: "TypeScript" },
  ],
  job: [
    { title: "Technical writer" },
    { title: "Senior platform engineer", company: "Norte", location: "Bergen", salary: "€78,000" },
  ],
  podcast: [
    { title: "Pilot" },
    { title: "What a lighthouse keeper knows", show: "Quiet Servers", guests: [{ name: "Maren Solberg" }] },
  ],
};

/** The field of each template that makes its cards differ. */
const mainFields = { product: "name", changelog: "version", quote: "quote", repository: "name" };

const [, script, role, checkout] = process.argv;
if (role === "render") await serve(resolve(checkout));
else await compare(resolve(role ?? fail()));

function fail() {
  console.error("Name another checkout of Placard that has been built.");
  process.exit(1);
}

/** Renders cards with the build of a checkout, and sends the mean CPU time of each request in ms. */
async function serve(root) {
  const load = (path) => import(pathToFileURL(`${root}/${path}`).href);
  const { renderImage } = await load("packages/engine/dist/index.js");
  const store = "packages/template-store/dist/index.js";
  const templates = existsSync(`${root}/${store}`)
    ? (await load(store)).readBuiltInTemplates()
    : (await load("packages/templates/dist/index.js")).builtInTemplates;
  let next = 0;
  process.on("message", ({ id, format, count }) => {
    void (async () => {
      const cpuBefore = process.cpuUsage();
      for (let i = 0; i < count; i++) {
        const data = { ...cards[id][next % 2] };
        data[mainFields[id] ?? "title"] += ` ${next++ % 97}`;
        await renderImage(templates[id], { data, width: 1200, height: 630, format, quality: 90 });
      }
      const { user, system } = process.cpuUsage(cpuBefore);
      process.send((user + system) / 1000 / count);
    })();
  });
  process.send(Object.keys(templates));
}

async function compare(root) {
  const here = fileURLToPath(new URL("..", import.meta.url));
  const [before, now] = await Promise.all([root, here].map(start));
  const ids = Object.keys(cards).filter((id) => before.ids.includes(id));
  const tasks = ids.flatMap((id) => formats.map((format) => ({ id, format })));
  // The code that all templates share is compiled before the first one is measured.
  for (const task of tasks) for (const each of [before, now]) await each.render({ ...task, count: warmUps });
  const ratios = [];
  for (const task of tasks) {
    const pairs = [];
    for (let round = 0; round < rounds; round++) {
      const order = round % 2 === 0 ? [before, now] : [now, before];
      const times = new Map();
      for (const each of order) times.set(each, await each.render({ ...task, count: cardsPerRound }));
      pairs.push([times.get(before), times.get(now)]);
    }
    const [old, recent] = [0, 1].map((i) => median(pairs.map((pair) => pair[i])).toFixed(2));
    const ratio = median(pairs.map(([a, b]) => b / a));
    ratios.push(ratio);
    console.log(
      `${task.id.padEnd(10)} ${task.format.padEnd(5)} ${old} ms → ${recent} ms   ratio ${ratio.toFixed(2)}`,
    );
  }
  console.log(`median ratio ${median(ratios).toFixed(2)}, largest ${Math.max(...ratios).toFixed(2)}`);
  before.stop();
  now.stop();
}

async function start(root) {
  const child = fork(script, ["render", root], {
    env: { ...process.env, ...allocatorSettings },
  });
  const answer = () => new Promise((settle) => child.once("message", settle));
  const ids = await answer();
  return {
    ids,
    render(request) {
      const result = answer();
      child.send(request);
      return result;
    },
    stop: () => child.kill(),
  };
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
