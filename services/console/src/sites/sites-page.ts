import type { Site, SiteCheck } from "@placard/client";
import { cardTag, imagePropertyTags, metaTag } from "@placard/contracts/image-tags";
import { onSubmit } from "../actions.ts";
import { copyOnClick } from "../clipboard.ts";
import { confirmAction } from "../dialogs.ts";
import { createElement, createFragment, getElement, readForm } from "../elements.ts";
import { createListItem, loadList, showList } from "../list.ts";
import { showError, showMessage } from "../message.ts";
import { onOpen } from "../router.ts";
import { account } from "../session.ts";
import { createTime } from "../times.ts";

const listId = "site-list";

/**
 * Sets up the page on which users add sites, verify them, and copy the tags for their pages.
 * @returns removes all sites from the page
 */
export function setUpSites(): () => void {
  const list = getElement(listId);
  const empty = getElement("sites-empty");
  const form = getElement("new-site", HTMLFormElement);
  /** What the last verification of each site found. */
  const checksOf = new Map<string, readonly SiteCheck[]>();

  async function refresh() {
    const { data } = await account.listSites();
    showList(listId, []);
    list.replaceChildren(...data.sites.map(createItem));
    list.hidden = data.sites.length === 0;
    empty.hidden = data.sites.length > 0;
  }

  function createItem(site: Site) {
    const { domain, template, createdAt, verifiedAt } = site;
    const isVerified = verifiedAt !== null;
    const item = createListItem({
      title: domain,
      badge: isVerified ? "Verified" : "Not verified",
      facts: [
        template === undefined ? "template by the type of each page" : `template ${template}`,
        createFragment("added ", createTime(createdAt)),
      ],
      actions: [
        isVerified
          ? {
              label: "Read pages again",
              accessibleName: `Read the pages of ${domain} again`,
              run: () => purge(site),
            }
          : { label: "Verify", accessibleName: `Verify ${domain}`, run: () => verify(site) },
        { label: "Delete", accessibleName: `Delete ${domain}`, run: () => deleteSite(site) },
      ],
    });
    item.append(isVerified ? createTags(site) : createInstructions(site, checksOf.get(site.id) ?? []));
    return item;
  }

  async function verify({ id, domain }: Site) {
    const { data } = await account.verifySite(id);
    checksOf.set(id, data.checks);
    await refresh();
    getElement("sites-title").focus();
    if (data.verifiedAt === null)
      showError(new Error(`${domain} is not verified yet: the token was not found.`));
    else showMessage(`${domain} is verified. Copy the tags into your pages.`);
  }

  async function purge({ id, domain }: Site) {
    await account.purgeSite(id);
    showMessage(`The pages of ${domain} are read again when their cards are next requested.`);
  }

  async function deleteSite({ id, domain }: Site) {
    const title = `Delete the site “${domain}”?`;
    const text = "The cards of its pages stop working immediately, also on published pages.";
    if (!(await confirmAction({ title, text, action: "Delete site" }))) return;
    await account.deleteSite(id);
    await refresh();
    getElement("sites-title").focus();
    showMessage(`The site “${domain}” was deleted.`);
  }

  onSubmit(form, async () => {
    const { domain = "", template } = readForm(form);
    await account.createSite({ domain, template });
    form.reset();
    await refresh();
    showMessage("The site was added. Verify its domain next.");
  });
  onOpen("sites", () => {
    checksOf.clear();
    void loadList(list, "your sites", refresh);
  });

  return () => {
    checksOf.clear();
    showList(listId, []);
    form.reset();
  };
}

/** The image of a page's card, as docs/sites.md describes it. */
const cardImage = { width: 1200, height: 630, format: "png" };

/** The tags for the pages of a verified site: the URL of the image, with a placeholder for the path, and what is the same for all pages. */
function createTags({ domain, imageUrl }: Site) {
  const tags = [
    metaTag("og:image", `${imageUrl}/path-of-the-page.png`),
    ...imagePropertyTags(cardImage),
    cardTag,
  ];
  return createElement(
    "div",
    { className: "site-details" },
    createElement(
      "p",
      {},
      "Put these tags into all pages, with the variable of your platform for the path. ",
      createElement("a", { href: "docs/sites#platforms" }, "Tags for WordPress, Ghost, Hugo and others"),
    ),
    createCopyRow(tags.join("\n"), "HTML", domain),
  );
}

/** Where to publish the token, and what the last verification found there. */
function createInstructions({ domain, verification: { dns, file } }: Site, checks: readonly SiteCheck[]) {
  const found = (method: SiteCheck["method"]) => checks.find((check) => check.method === method)?.message;
  const result = (method: SiteCheck["method"]) => {
    const message = found(method);
    return message !== undefined && createElement("p", { className: "site-check" }, message);
  };
  return createElement(
    "div",
    { className: "site-details" },
    createElement("p", {}, "Publish the token in one of two places, then verify the domain."),
    createElement("p", {}, createElement("strong", {}, "A TXT record"), " with this name and value:"),
    createCopyRow(dns.name, "name", domain),
    createCopyRow(dns.value, "value", domain),
    result("dns"),
    createElement(
      "p",
      {},
      createElement("strong", {}, "Or a file"),
      " at this address, with the value above:",
    ),
    createCopyRow(file.url, "address", domain),
    result("file"),
  );
}

function createCopyRow(text: string, label: string, domain: string) {
  const button = createElement(
    "button",
    { type: "button", className: "secondary", "aria-label": `Copy the ${label} for ${domain}` },
    "Copy",
  );
  copyOnClick(button, () => text, label);
  return createElement("div", { className: "secret" }, createElement("code", { tabIndex: 0 }, text), button);
}
