import { setImmediate } from "node:timers/promises";
import {
  compileDataValidator,
  parseStoredRecipe,
  proofKey,
  proofTtlMs,
  recipeKey,
  renderKeys,
  type Proof,
  type ProofCase,
  type ProofJob,
  type ProofOutcome,
  type Warning,
  type WarningCode,
} from "@placard/contracts";
import { StorageUnavailableError } from "@placard/storage";
import type { CompileInTurn } from "@placard/template-store";
import type { CompiledTemplate, TemplateCatalog, TemplateDocument } from "@placard/templates";
import type { Job } from "bullmq";
import type { AssetImages } from "../assets/asset-images.ts";
import type { CardRenderer } from "../card-renderer.ts";
import { compileChecked } from "../compile-checked.ts";
import type { Platform } from "../platform.ts";
import {
  createProofDrawer,
  shareOfDifferentPixels,
  type DrawnCard,
  type ProofCard,
} from "../proof/proof-images.ts";
import type { RecentCards } from "../proof/recent-cards.ts";
import { stressCards } from "../proof/stress-cards.ts";
import { summarizeProof } from "../proof/summary.ts";
import { JobExpiredError } from "./render-failures.ts";

interface Deps {
  catalog: Pick<TemplateCatalog, "findForRecipe">;
  recentCards: Pick<RecentCards, "list">;
  compile: CompileInTurn;
  renderCard: CardRenderer;
  assetImages: Pick<AssetImages, "imagePixels">;
}

/** A card of a proof, before it is drawn. */
interface NamedCard extends ProofCard {
  name: string;
  kind: ProofCase["kind"];
}

/** A template, and the check of data against its schema. */
interface Subject {
  template: CompiledTemplate;
  accepts: (data: unknown) => boolean;
}

/**
 * Creates the processor of proof jobs. It draws a document and its template's current version, and stores the
 * result. It lets other jobs run between two cards.
 */
export function createProofProcessor({ store, redis, logger, now }: Platform, deps: Deps) {
  const { catalog, recentCards, compile } = deps;
  const drawCard = createProofDrawer(deps.renderCard, deps.assetImages);

  /** The recent cards of the current version of which the recipes still exist. */
  async function findRecentCards({ owner, templateId, current }: ProofJob): Promise<NamedCard[]> {
    if (!current) return [];
    const cards: NamedCard[] = [];
    for (const name of await recentCards.list(owner, templateId)) {
      const stored = await store.get(recipeKey(name));
      const parsed = stored && parseStoredRecipe(stored.bytes.toString());
      if (!parsed?.ok || parsed.value.recipe.owner !== owner) continue;
      const { template, data, brand, locale, width, height } = parsed.value.recipe;
      if (template.hash !== current.hash) continue;
      const card = { name, kind: "recent", owner, data, width, height, hasMissingImages: false } as const;
      cards.push({ ...card, ...(brand && { brand }), ...(locale !== undefined && { locale }) });
    }
    return cards;
  }

  async function findCurrent({ owner, templateId: id, current }: ProofJob): Promise<Subject | undefined> {
    const template = current && (await catalog.findForRecipe({ owner, template: { id, ...current } }));
    return template ? toSubject(template) : undefined;
  }

  async function compareCard(
    card: NamedCard,
    current: Subject | undefined,
    next: Subject,
  ): Promise<ProofCase> {
    const draw = async (subject: Subject | undefined): Promise<DrawnCard | null> =>
      subject?.accepts(card.data) ? drawCard(subject.template, card) : null;
    const before = await draw(current);
    const after = await draw(next);
    const { name, kind, width, height } = card;
    return {
      name,
      kind,
      width,
      height,
      before: before && { image: before.image, warnings: before.warnings },
      after: after && { image: after.image, warnings: after.warnings },
      difference: before && after ? shareOfDifferentPixels(before.rgb, after.rgb) : null,
      newWarnings: after ? newWarnings(current && (before?.warnings ?? []), after.warnings) : [],
    };
  }

  async function drawProof(job: ProofJob): Promise<Proof> {
    const { owner, templateId: id, document, current: version, brand, deadline } = job;
    const next = toSubject({ ...(await compileChecked(document as TemplateDocument, compile)), id });
    const current = await findCurrent(job);
    const stress = stressCards(next.template)
      .filter(({ data }) => next.accepts(data)) // a field can be too short for any URL
      .map((card): NamedCard => ({ ...card, kind: "stress", owner, ...(brand && { brand }) }));
    const cases: ProofCase[] = [];
    for (const card of [...(await findRecentCards(job)), ...stress]) {
      if (now() > deadline) throw new JobExpiredError("not drawn before its deadline");
      cases.push(await compareCard(card, current, next));
      await setImmediate();
    }
    return {
      version: version?.version ?? null,
      cases,
      summary: summarizeProof(cases, version !== null),
    };
  }

  async function storeProof(job: ProofJob): Promise<ProofOutcome> {
    const proof = await drawProof(job);
    await store.put(
      proofKey(job.owner, job.id),
      Buffer.from(JSON.stringify(proof)),
      {
        contentType: "application/json",
        storedAt: now(),
        expiresAt: now() + proofTtlMs,
        userMetadata: { owner: job.owner },
      },
      { durable: false },
    );
    return { status: "stored" };
  }

  return async function processProof({ data: job }: Pick<Job<ProofJob>, "data">): Promise<void> {
    if (now() > job.deadline) return;
    const { id, requestId, owner: accountId, templateId: template } = job;
    const startedAt = performance.now();
    const outcome = await storeProof(job).catch((error: unknown): ProofOutcome => {
      logger.warn({ requestId, accountId, template, err: error }, "proof could not be drawn");
      return { failure: failureOf(error) };
    });
    await redis.set(renderKeys.proofOutcome(id), JSON.stringify(outcome), "PX", proofTtlMs);
    const durationMs = Math.round(performance.now() - startedAt);
    logger.info({ requestId, accountId, template, ...outcome, durationMs }, "proof processed");
  };
}

function failureOf(error: unknown): Extract<ProofOutcome, { failure: unknown }>["failure"] {
  if (error instanceof JobExpiredError) return "expired";
  return error instanceof StorageUnavailableError ? "unavailable" : "render_failed";
}

function toSubject(template: CompiledTemplate): Subject {
  const validate = compileDataValidator(template.data);
  return { template, accepts: (data) => validate(data).ok };
}

/** What unusual data is meant to cause. */
const expectedCodes: readonly WarningCode[] = ["text_truncated", "image_omitted"];

/**
 * The warnings that a card did not have before. Missing remote images don't count: they are expected here.
 * Nor do texts and images without room if there is nothing to compare with.
 */
function newWarnings(before: readonly Warning[] | undefined, after: readonly Warning[]): Warning[] {
  return after.filter(
    ({ code, field }) =>
      code !== "image_unavailable" &&
      (before
        ? !before.some((each) => each.code === code && each.field === field)
        : !expectedCodes.includes(code)),
  );
}
