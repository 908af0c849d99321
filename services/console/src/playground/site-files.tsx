import { useSignal } from "@preact/signals";
import { useConsole } from "../app/console.ts";
import { CopyButton } from "../components/buttons.tsx";
import { Choice } from "../components/choice.tsx";
import { Fold } from "../components/page.tsx";
import { frameworks, siteCode, type Framework, type SiteCard } from "./site-code.ts";

/** Where the browser stores the framework that the user last chose. */
const frameworkKey = "placard-framework";

/** The files with which a site signs links to a card, for the framework that the user chooses. */
export function SiteFiles(card: Omit<SiteCard, "baseUrl">) {
  const { baseUrl } = useConsole();
  const last = Object.keys(frameworks).find((name) => name === localStorage.getItem(frameworkKey));
  const framework = useSignal((last ?? "nextjs") as Framework);
  return (
    <>
      <fieldset>
        <legend class="visually-hidden">Framework</legend>
        <Choice
          look="segments wrap"
          name="framework"
          options={Object.entries(frameworks) as [Framework, string][]}
          selected={framework.value}
          onSelect={(name) => {
            framework.value = name;
            localStorage.setItem(frameworkKey, name);
          }}
        />
      </fieldset>
      <p class="hint">
        <SigningHint />
      </p>
      {siteCode(framework.value, { ...card, baseUrl }).map(({ name, code }) => (
        <Fold key={name} title={name} class="site-file">
          <CodeBlock name={name} code={code} />
          <div class="buttons">
            <CopyButton look="secondary" name={`Copy file ${name}`} text={code} what="file">
              Copy file
            </CopyButton>
          </div>
        </Fold>
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
