import type { PreviewRequest, TemplateListing } from "@placard/client";
import { samplesOf } from "@placard/templates/samples";
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useAccount } from "../app/account.ts";
import { useConsole } from "../app/console.ts";
import { ActionButton } from "../components/buttons.tsx";
import { Checkbox } from "../components/fields.tsx";
import { Loaded, useLoaded } from "../components/loaded.tsx";
import { EmptyState, MessageText, Page } from "../components/page.tsx";
import { useConfirmed } from "../components/use-confirmed.tsx";
import { SampleCard } from "./sample-card.tsx";
import { useTemplateActions } from "./template-actions.tsx";

/** All templates: the account's drafts and templates, and the server's. */
export function Gallery() {
  const { messages } = useConsole();
  const { api, samples } = useAccount();
  const actions = useTemplateActions();
  const isArchivedShown = useSignal(false);
  const templates = useLoaded("your templates", async () => {
    samples.invalidate(); // a version with other samples may have been published
    const [listed, drafts] = await Promise.all([
      api.listTemplates({ archived: isArchivedShown.value }),
      api.listDrafts(),
    ]);
    return { templates: listed.data.templates, drafts: drafts.data.drafts };
  });
  const requestSample = async (id: string) => ({ template: id, data: await samples.load(id) });
  const requestPicture = async (id: string) => ({ template: id, data: await samples.loadForPicture(id) });

  /** @throws Error with the first problem of a draft that can't be rendered */
  async function requestDraft(id: string): Promise<PreviewRequest> {
    const { template, html, assets = {} } = (await api.getDraft(id)).data;
    if (!template) throw new Error("template.json is not valid JSON.");
    const { problems } = (await api.lintTemplate({ template, html, assets })).data;
    const error = problems.find(({ severity }) => severity === "error");
    if (error) throw new Error(`The draft has an error: ${error.message}`);
    return { template, html, assets, data: samplesOf(template)[0]?.data ?? {} };
  }

  const confirmed = useConfirmed(templates);

  async function setArchived({ id, name }: TemplateListing, isArchived: boolean) {
    await api.updateTemplate(id, { isArchived });
    await templates.refresh();
    messages.show(
      isArchived
        ? `The template “${name}” was archived. It is hidden, and requests with it still work.`
        : `The template “${name}” was restored.`,
    );
  }

  const remove = ({ id, name }: TemplateListing) =>
    confirmed({
      title: `Delete the template “${name}”?`,
      content: "New requests with it fail. Images and links that exist keep working.",
      action: "Delete template",
      run: () => api.deleteTemplate(id),
      message: `The template “${name}” was deleted.`,
    });

  function describe(template: TemplateListing, hasDraft: boolean) {
    const { id, name, source, version, isArchived } = template;
    const isOwn = source === "account";
    const button = (label: string, run: () => Promise<unknown>) => (
      <ActionButton look="secondary small" name={`${label} ${name}`} onAction={run}>
        {label}
      </ActionButton>
    );
    return (
      <TemplateItem
        key={id}
        template={template}
        request={source === "builtin" ? requestPicture : requestSample}
        href={isOwn ? `#/templates/${id}` : `#/playground/${id}`}
        badges={[
          isOwn ? `v${version}` : source === "operator" && "Shared",
          isArchived && "Archived",
          isOwn && hasDraft && "Unpublished changes",
        ]}
      >
        {isOwn && <EditLink id={id} name={name} />}
        {!isArchived && (
          <a
            class="button secondary small"
            href={`#/playground/${id}`}
            aria-label={`Try in playground: ${name}`}
          >
            Try
          </a>
        )}
        {button("Copy", () => actions.copy(template))}
        {isOwn && button(isArchived ? "Restore" : "Archive", () => setArchived(template, !isArchived))}
        {isOwn && button("Delete", () => remove(template))}
      </TemplateItem>
    );
  }

  return (
    <Page title="Templates">
      <p class="lead">
        Start from a design, copy a ready-made template, or import HTML.{" "}
        <a href="docs/editor">How to design a card</a> · <a href="docs/templates">How to write a template</a>{" "}
        · <a href="docs/built-in-templates">Built-in templates</a>
      </p>
      <div class="buttons gallery-actions">
        <ActionButton onAction={actions.create}>New template</ActionButton>
        <ActionButton look="secondary" onAction={actions.importCard}>
          Import HTML
        </ActionButton>
        <Checkbox
          checked={isArchivedShown.value}
          onChange={({ currentTarget }) => {
            isArchivedShown.value = (currentTarget as HTMLInputElement).checked;
            void templates.load();
          }}
        >
          Show archived templates
        </Checkbox>
      </div>
      <Loaded from={templates}>
        {({ templates: list, drafts: allDrafts }) => {
          const own = list.filter(({ source }) => source === "account");
          const drafts = allDrafts.filter(({ id }) => !list.some((template) => template.id === id));
          return (
            <>
              <h2 id="own-templates-title">Your templates</h2>
              {own.length + drafts.length === 0 && (
                <EmptyState>
                  You have no templates yet. Create one, or copy a ready-made one below.
                </EmptyState>
              )}
              <ul class="grid template-list" aria-labelledby="own-templates-title">
                {drafts.map(({ id, name }) => (
                  <TemplateItem
                    key={id}
                    href={`#/templates/${id}`}
                    template={{ id, name, description: "Not published yet" }}
                    request={requestDraft}
                    badges={["Draft"]}
                  >
                    <EditLink id={id} name={name} />
                    <ActionButton
                      look="secondary small"
                      name={`Delete ${name}`}
                      onAction={() =>
                        confirmed({
                          title: `Delete the draft “${name}”?`,
                          content: "It is not published, and can't be restored.",
                          action: "Delete draft",
                          run: () => api.deleteDraft(id),
                          message: `The draft “${name}” was deleted.`,
                        })
                      }
                    >
                      Delete
                    </ActionButton>
                  </TemplateItem>
                ))}
                {own.map((template) =>
                  describe(
                    template,
                    allDrafts.some(({ id }) => id === template.id),
                  ),
                )}
              </ul>
              <h2 id="shared-templates-title">Ready-made templates</h2>
              <ul class="grid template-list" aria-labelledby="shared-templates-title">
                {list
                  .filter(({ source }) => source !== "account")
                  .map((template) => describe(template, false))}
              </ul>
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

function EditLink({ id, name }: { id: string; name: string }) {
  return (
    <a class="button small" href={`#/templates/${id}`} aria-label={`Edit ${name}`}>
      Edit
    </a>
  );
}

function TemplateItem({
  template: { id, name, description },
  request,
  href,
  badges,
  children,
}: {
  template: Pick<TemplateListing, "id" | "name" | "description">;
  /** Its picture. */
  request: (id: string) => Promise<PreviewRequest>;
  /** What the picture leads to, as the first button does. */
  href: string;
  badges: readonly (string | false | undefined)[];
  /** The buttons. */
  children: ComponentChildren;
}) {
  return (
    <li class="card template-item">
      <a class="card-frame" href={href} tabIndex={-1} aria-hidden="true">
        <SampleCard request={() => request(id)} />
      </a>
      <div class="row between">
        <h3>
          {name}
          {badges.map((badge) => badge && [" ", <span class="badge">{badge}</span>])}
        </h3>
        <code class="hint">{id}</code>
      </div>
      <p class="hint">
        <MessageText text={description} />
      </p>
      <div class="buttons">{children}</div>
    </li>
  );
}
