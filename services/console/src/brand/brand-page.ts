import { onClick, onSubmit } from "../actions.ts";
import { confirmAction } from "../dialogs.ts";
import { createElement, getElement } from "../elements.ts";
import { loadList } from "../list.ts";
import { showMessage } from "../message.ts";
import { onOpen } from "../router.ts";
import { createBrandForm } from "./brand-form.ts";
import { createBrandPreviews } from "./brand-previews.ts";
import { loadBrand, removeBrand, saveBrand } from "./stored-brand.ts";

/**
 * Sets up the view of the account's brand.
 * @returns removes the brand from the page
 */
export function setUpBrandPage(): () => void {
  const previews = createBrandPreviews();
  const removeButton = createElement(
    "button",
    { type: "button", className: "secondary", hidden: true },
    "Remove brand",
  );
  const buttons = createElement(
    "div",
    { className: "buttons" },
    createElement("button", {}, "Save brand"),
    removeButton,
  );
  const form = createBrandForm({ idPrefix: "brand", isShort: false, onChange: renderPreviews, buttons });
  getElement("brand-workspace").replaceChildren(
    form.element,
    createElement(
      "section",
      { "aria-labelledby": "brand-previews-title" },
      createElement("h2", { id: "brand-previews-title" }, "Your cards"),
      previews.element,
    ),
  );

  function renderPreviews() {
    try {
      previews.render(form.read());
    } catch {
      // The field shows that its color is not valid.
    }
  }

  async function refresh() {
    form.setDisabled(true);
    const brand = await loadBrand();
    form.show(brand ?? {});
    form.setDisabled(false);
    removeButton.hidden = brand === undefined;
    renderPreviews();
  }

  onSubmit(form.element, async () => {
    await saveBrand(form.read());
    removeButton.hidden = false;
    showMessage("Your brand was saved. New images use it; images that exist keep their look.");
  });
  onClick(removeButton, async () => {
    const title = "Remove your brand?";
    const text = "New images have the colors of their template again. Images that exist keep their look.";
    if (!(await confirmAction({ title, text, action: "Remove brand" }))) return;
    await removeBrand();
    await refresh();
    getElement("brand-title").focus();
    showMessage("Your brand was removed.");
  });
  onOpen("brand", () => void loadList(getElement("brand-workspace"), "your brand", refresh));

  return () => {
    previews.clear();
    form.show({});
    removeButton.hidden = true;
  };
}
