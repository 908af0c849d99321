import type { PageCheck } from "@placard/client";
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { useAccount } from "../app/account.ts";
import { formatCount } from "../components/counts.ts";
import { TextField } from "../components/fields.tsx";
import { Form, type FormValues } from "../components/form.tsx";
import { Page } from "../components/page.tsx";
import { PageReport } from "./page-report.tsx";

export function PageCheckPage() {
  const { api } = useAccount();
  const result = useSignal<PageCheck | "checking" | undefined>(undefined);
  const controller = useMemo(() => new AbortController(), []);
  useEffect(() => () => controller.abort(), []);

  async function check({ texts }: FormValues) {
    const { signal } = controller;
    result.value = "checking";
    try {
      const { data } = await api.checkPage(withScheme(texts["url"] ?? ""), { image: true, signal });
      result.value = data;
    } catch (error) {
      if (signal.aborted) return;
      result.value = undefined;
      throw error;
    }
  }

  const shown = result.value;
  return (
    <Page title="Check a page">
      <p class="lead">
        What social networks and messengers show when somebody shares a page of yours, and what is wrong with
        it. <a href="docs/check">About the check</a>
      </p>
      <Form class="card inline-form" onSubmit={check}>
        <TextField
          label="Address of the page"
          name="url"
          what="the address of a public page"
          inputMode="url"
          autocomplete="url"
          maxLength={2048}
          placeholder="https://example.com/post"
          required
        />
        <button type="submit">Check page</button>
      </Form>
      <p role="status">{shown === "checking" ? "Checking…" : shown && summarize(shown)}</p>
      {shown !== undefined && shown !== "checking" && <PageReport check={shown} />}
    </Page>
  );
}

/** People enter `example.com`. */
export function withScheme(text: string): string {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
}

function summarize({ problems }: PageCheck): string {
  const counts = (["error", "warning", "hint"] as const).map((severity) => ({
    severity,
    count: problems.filter((problem) => problem.severity === severity).length,
  }));
  const found = counts.filter(({ count }) => count > 0);
  if (found.length === 0) return "No problems found.";
  return `${found.map(({ severity, count }) => formatCount(count, severity)).join(", ")}.`;
}
