const sample = `POST /api/v1/og/generate
{ "template": "event",
  "data": { "title": "Web Performance Summit",
            "date": "March 14, 2027" } }

200 OK
{ "url": "https://og.example.com/og/Yw0qJ5v1….png", … }`;

/** What Placard does. @param onTry opens the playground for people without an account, if there is one */
export function Introduction({ onTry }: { onTry?: (() => void) | undefined }) {
  return (
    <div class="introduction">
      <h1>Open Graph images behind URLs that never break</h1>
      <p class="lead">
        Send a template name and a few words. Placard renders the image that people see when your link is
        shared, and returns a URL that keeps working.
      </p>
      {onTry && (
        <button type="button" onClick={onTry}>
          Try it without an account
        </button>
      )}
      <ol class="steps">
        <li>
          <strong>Sign up with a passkey.</strong> No password to remember.
        </li>
        <li>
          <strong>Try the playground.</strong> The API renders the image as you type.
        </li>
        <li>
          <strong>Copy the code:</strong> the meta tags for your page, curl, TypeScript or a signed link.
        </li>
      </ol>
      <pre class="sample" tabIndex={0} aria-label="Example request and response" role="region">
        <code>{sample}</code>
      </pre>
    </div>
  );
}
