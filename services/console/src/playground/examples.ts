/**
 * Initial values of the form, by template, so that the playground shows an image before the user types. The fields of other templates
 * start with the first of the `examples` in their schema, if any.
 */
export const examples: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  blog: {
    title: "Shipping on a Friday, and sleeping well",
    description: "What it took to trust our deploys: small steps, fast tests and one big red button.",
    author: "Ada Lovelace",
    date: "March 14, 2027",
    readTime: "6 min read",
    category: "Engineering",
  },
  product: {
    name: "Aurora Desk Lamp",
    tagline: "Warm light that follows your day",
    price: "€149",
    badge: "New",
  },
  event: {
    title: "Web Performance Summit",
    date: "March 14, 2027",
    time: "18:30 CET",
    location: "Kulturhuset, Stockholm",
    host: "Perf Guild",
  },
};
