import { useSignal, type Signal } from "@preact/signals";
import { useConsole } from "../app/console.ts";
import { CopyButton } from "../components/buttons.tsx";
import { frameworks, siteCode, type Framework, type SiteCard } from "./site-code.ts";

/** The files with which a site signs links to a card, for the framework that the user chooses. */
export function SiteFiles(card: Omit<SiteCard, "baseUrl">) {
  const { baseUrl } = useConsole();
  const framework = useSignal<Framework>("nextjs");
  return (
    <>
      <CodeChoice label="Framework" names={frameworks} chosen={framework} />
      {siteCode(framework.value, { ...card, baseUrl }).map(({ name, code }) => (
        <>
          <p>
            <strong>{name}</strong>
          </p>
          <CodeBlock name={name} code={code} />
          <div class="buttons">
            <CopyButton look="secondary" name={`Copy file ${name}`} text={code} what="file">
              Copy file
            </CopyButton>
          </div>
        </>
      ))}
    </>
  );
}

export function CodeBlock({ name, code }: { name: string; code: string }) {
  return (
    <pre class="snippet" tabIndex={0} role="region" aria-label={name}>
      <code>{code}</code>
    </pre>
  );
}

/** The choice of the language or the framework of the code. */
export function CodeChoice<Name extends string>({
  label,
  names,
  chosen,
}: {
  label: string;
  names: Readonly<Record<Name, string>>;
  chosen: Signal<Name>;
}) {
  return (
    <div class="snippet-language">
      <label for="snippet-language">{label}</label>
      <select
        id="snippet-language"
        value={chosen.value}
        onInput={({ currentTarget }) => (chosen.value = currentTarget.value as Name)}
      >
        {Object.entries<string>(names).map(([value, name]) => (
          <option value={value}>{name}</option>
        ))}
      </select>
    </div>
  );
}

/** What code that signs links needs. @param lists the fields that are left out of links */
export function SigningHint({ lists = [] }: { lists?: readonly string[] }) {
  return (
    <>
      Your site creates the URL itself, without a request to Placard and without a package. The code reads{" "}
      <code>PLACARD_KEY_ID</code> and <code>PLACARD_SECRET</code>:{" "}
      <a href="#/signing-keys">create a signing key</a>.
      {lists.length > 0 && (
        <>
          {" "}
          Readable links can't contain lists. Left out: {lists.join(", ")}. Short links can: see{" "}
          <a href="/docs/signed-links#short-links">the guide</a>.
        </>
      )}
    </>
  );
}
