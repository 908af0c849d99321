import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { getSharedPlacard, poll, registerTestClient } from "@placard/testing";
import request from "supertest";
import { parse } from "yaml";

const read = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), "utf8");

/** What Prometheus itself adds to the metrics that it scrapes. */
const addedByPrometheus = { metrics: ["up"], labels: ["job", "instance", "le"] };

interface Alert {
  alert: string;
  expr: string;
  annotations: { runbook: string };
}

describe("the alerts and the dashboard in deploy/", () => {
  const { groups } = parse(read("deploy/prometheus/alerts.yml")) as { groups: { rules: Alert[] }[] };
  const alerts = groups.flatMap(({ rules }) => rules);
  const dashboard = JSON.parse(read("deploy/grafana/placard.json")) as {
    panels: { title: string; targets?: { expr: string }[] }[];
  };

  /** The label names of each metric that gateway and renderer export. */
  const exported = new Map<string, Set<string>>();
  before(async () => {
    const placard = await getSharedPlacard();
    await request(placard.url)
      .post("/api/v1/og/generate")
      .set("Authorization", `Bearer ${placard.key}`)
      .send({ template: "blog", data: { title: "Exported" } })
      .expect(200);
    await registerTestClient(placard.url);
    // Without the jobs of the queues if Redis responds too late.
    await poll("the metrics of the queues", async () => {
      for (const { adminUrl } of [placard.gateways[0]!, placard.renderers[0]!])
        readExposition((await request(adminUrl).get("/metrics").expect(200)).text, exported);
      return exported.get("placard_queue_jobs")?.has("queue");
    });
  });

  const check = (where: string, expr: string) => {
    const selected = metricsIn(expr);
    assert.ok(selected.length > 0, `${where}: no metric in ${expr}`);
    for (const { metric, labels } of selected) {
      if (addedByPrometheus.metrics.includes(metric)) continue;
      const exportedLabels = exported.get(metric);
      assert.ok(exportedLabels, `${where}: no process exports ${metric}`);
      for (const label of labels.filter((each) => !addedByPrometheus.labels.includes(each)))
        assert.ok(exportedLabels.has(label), `${where}: ${metric} has no sample with the label ${label}`);
    }
  };

  it("select only metrics and labels that gateway or renderer export", () => {
    for (const { alert, expr } of alerts) check(alert, expr);
    for (const { title, targets = [] } of dashboard.panels)
      for (const { expr } of targets) check(title, expr);
    assert.ok(alerts.length > 10 && dashboard.panels.length > 15);
  });

  it("each have a section in docs/operations.md that says what to do", () => {
    const operations = read("docs/operations.md");
    for (const { alert, annotations } of alerts) {
      assert.equal(annotations.runbook, `docs/operations.md#${alert.toLowerCase()}`);
      assert.match(operations, new RegExp(`^### ${alert}$`, "m"));
    }
  });
});

/** The metrics that a PromQL expression selects, each with the labels in its selector. */
function metricsIn(expr: string): { metric: string; labels: string[] }[] {
  const plain = expr.replace(/\b(by|on|without|ignoring)\s*\([^)]*\)/g, " ").replace(/\[[^\]]*\]/g, " ");
  return [...plain.matchAll(/\b([a-z_:][\w:]*)\b(?!\s*\()(\s*\{[^}]*\})?/g)]
    .map(([, metric = "", selector = ""]) => ({
      metric,
      labels: [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = ""]) => label),
    }))
    .filter(({ metric }) => !["and", "or", "unless"].includes(metric));
}

/** Reads Prometheus's text format. A metric with a TYPE is exported, even without a sample. */
function readExposition(text: string, into: Map<string, Set<string>>): void {
  for (const [, name = "", type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    const series = type === "histogram" ? ["_bucket", "_sum", "_count"].map((end) => name + end) : [name];
    for (const each of series) into.set(each, into.get(each) ?? new Set());
  }
  for (const [, name = "", labels = ""] of text.matchAll(/^(\w+)\{(.*)\} /gm))
    for (const [, label = ""] of labels.matchAll(/(\w+)="/g)) into.get(name)?.add(label);
}
