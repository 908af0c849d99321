const titles = [
  "How we cut image rendering latency by an order of magnitude",
  "Designing queues that never lose a job: lessons from production",
  "The complete guide to Open Graph images in a headless world",
  "Why your Postgres indexes are bloated and what to do about it",
  "Shipping a design system that five product teams really use",
];

/** The body of the i-th generate request. The text of every card differs, so that none is a cache hit. */
export function requestBody(i, format) {
  return {
    template: "blog",
    data: {
      title: titles[i % titles.length],
      description: `Part ${i} of a practical walk through the profiling sessions, dead ends and small wins.`,
      author: "Ada Lovelace",
      category: ["Engineering", "Databases", "Design"][i % 3],
      date: `March ${(i % 28) + 1}, 2027`,
      readTime: `${(i % 13) + 2} min read`,
    },
    options: { format },
  };
}

/** The card of a generate request as input of the renderer. */
export function cardOf({ data, options: { format } }) {
  return { data, width: 1200, height: 630, format, quality: format === "png" ? 100 : 90 };
}

/** The card of the i-th generate request as input of the renderer. */
export function card(i, format) {
  return cardOf(requestBody(i, format));
}
