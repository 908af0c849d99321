import { useConsole } from "../app/console.ts";

const cards = [
  ["product", "A product card with the name “Lumen Desk Lamp”, a picture of it and the price"],
  ["event", "An event card that looks like a ticket for “Quiet Software: a day on systems that stay up”"],
  ["blog", "A blog post card with the title “What a lighthouse taught me about uptime”"],
] as const;

/** What Placard does. @param onTry opens the playground for people without an account, if there is one */
export function Introduction({ onTry }: { onTry?: (() => void) | undefined }) {
  const { baseUrl, pictures } = useConsole();
  return (
    <div class="introduction">
      <h1>A picture for every link you share</h1>
      <p class="lead">
        The Open Graph image that people see when your link is shared. One URL makes it, from a template and a
        few words, and never breaks.
      </p>
      <ul class="sample-cards">
        {cards.map(([picture, alt], index) => (
          <li>
            <img src={pictures[picture]} width="880" height="462" alt={alt} />
            {index === 0 && (
              <code>
                {baseUrl}/og/sign/product.png?<strong>name=Lumen+Desk+Lamp&price=€149</strong>&…
              </code>
            )}
          </li>
        ))}
      </ul>
      <p class="hint">
        Nine built-in templates, or a design of yours. Create an account, fill in a card in the playground,
        and copy its URL, its meta tags, or the code that makes one for each page of your site.
      </p>
      {onTry && (
        <button type="button" onClick={onTry}>
          Try it without an account
        </button>
      )}
    </div>
  );
}
