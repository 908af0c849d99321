import type { Account } from "@placard/client";
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useAccount } from "../app/account.ts";
import { useConsole } from "../app/console.ts";
import { ActionButton, CopyButton } from "../components/buttons.tsx";
import { formatCount } from "../components/counts.ts";
import { downloadText } from "../components/download.ts";
import type { Loadable } from "../components/loaded.tsx";
import { Card } from "../components/page.tsx";

/** Creates recovery codes, and shows them once. */
export function RecoveryCodes({ account }: { account: Loadable<Account> }) {
  const { messages } = useConsole();
  const { api, dialogs } = useAccount();
  const codes = useSignal<readonly string[]>([]);
  const count = account.data.value?.summary.recoveryCodes;

  async function create() {
    if (count) {
      const isConfirmed = await dialogs.confirm({
        title: "Replace your recovery codes?",
        content: <p>The codes that you have now stop working.</p>,
        action: "Replace codes",
      });
      if (!isConfirmed) return;
    }
    const { data } = await api.createRecoveryCodes();
    codes.value = data.codes;
    messages.show("The recovery codes were created.");
    void account.load();
  }

  return (
    <Card title="Recovery codes">
      <p>
        If you lose all your passkeys, a recovery code lets you create a new one.{" "}
        {count !== undefined && describeCount(count)}{" "}
        <a href="docs/accounts#recovery-codes">How recovery works</a>
      </p>
      <ActionButton look="secondary" onAction={create}>
        {count ? "Replace" : "Create"} recovery codes
      </ActionButton>
      {codes.value.length > 0 && <NewCodes codes={codes.value} />}
    </Card>
  );
}

function describeCount(count: number): string {
  return count === 0
    ? "You have no recovery codes."
    : `You have ${formatCount(count, "unused recovery code")}.`;
}

function NewCodes({ codes }: { codes: readonly string[] }) {
  const text = `Recovery codes for ${location.host}\nEach code works once.\n\n${codes.join("\n")}\n`;
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => panel.current?.querySelector("button")?.focus(), [text]);
  return (
    <div ref={panel} class="secret-panel" role="group" aria-label="New recovery codes">
      <p>
        <strong>Recovery codes for {location.host}.</strong> Store them outside this device now: they are not
        shown again. Each code works once.
      </p>
      <ol class="recovery-codes">
        {codes.map((code) => (
          <li>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div class="buttons">
        <CopyButton look="secondary" text={text} what="list of recovery codes">
          Copy codes
        </CopyButton>
        <ActionButton
          look="secondary"
          onAction={async () => downloadText("placard-recovery-codes.txt", "text/plain", text)}
        >
          Download codes
        </ActionButton>
      </div>
    </div>
  );
}
