import { useConsole } from "../app/console.ts";

const samples = [
  {
    picture: "blog",
    name: "Blog post",
    fields: "title, description, author, date, …",
    alt: "A blog post image with the title “What a lighthouse taught me about uptime”",
  },
  {
    picture: "product",
    name: "Product",
    fields: "name, tagline, price, image, …",
    alt: "A product image with the name “Lumen Desk Lamp”, a picture of it and the price",
  },
  {
    picture: "event",
    name: "Event",
    fields: "title, date, time, location, host",
    alt: "An event image that looks like a ticket for “Quiet Software: a day on systems that stay up”",
  },
] as const;

/** Images of the built-in templates. */
export function Gallery() {
  const { pictures } = useConsole();
  return (
    <section class="gallery" aria-labelledby="gallery-title">
      <h2 id="gallery-title">Rendered by Placard</h2>
      <p class="hint">
        Three of the nine built-in templates, with sample data. In the playground, you enter your own and
        preview the link on X, Facebook, LinkedIn, Slack, Discord, WhatsApp and more.
      </p>
      <ul>
        {samples.map(({ picture, name, fields, alt }) => (
          <li>
            <figure>
              <img src={pictures[picture]} width="880" height="462" loading="lazy" alt={alt} />
              <figcaption>
                <strong>{name}</strong> {fields}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
