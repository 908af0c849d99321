import { load, onClick, onSubmit } from "../actions.ts";
import { createElement, getElement } from "../elements.ts";
import { showMessage } from "../message.ts";
import { createBrandForm } from "./brand-form.ts";
import { createBrandPreviews } from "./brand-previews.ts";
import { loadBrand, saveBrand } from "./stored-brand.ts";

const skippedKey = "placard-brand-setup-skipped";

/**
 * Sets up the first thing that a new user sees: name, color and logo, and the built-in templates in this look.
 * @returns `open` shows it to users without a brand who have not skipped it; `clear` removes the entered brand
 */
export function setUpBrandSetup(): { open: (userId: string) => void; clear: () => void } {
  const panel = getElement("brand-setup");
  const previews = createBrandPreviews();
  let currentUserId = "";
  const skip = createElement("button", { type: "button", className: "secondary" }, "Skip for now");
  const buttons = createElement(
    "div",
    { className: "buttons" },
    createElement("button", {}, "Save brand"),
    skip,
  );
  const form = createBrandForm({ idPrefix: "brand-setup", isShort: true, onChange: renderPreviews, buttons });
  getElement("brand-setup-content").replaceChildren(form.element, previews.element);

  function renderPreviews() {
    try {
      previews.render(form.read());
    } catch {
      // The field shows that its color is not valid.
    }
  }

  function close() {
    panel.hidden = true;
    previews.clear();
    getElement("playground-title").focus();
  }

  onSubmit(form.element, async () => {
    await saveBrand(form.read());
    close();
    showMessage("Your brand was saved. Change it on the Brand page at any time.");
  });
  onClick(skip, async () => {
    localStorage.setItem(skippedKey, currentUserId);
    close();
    showMessage("Set your brand on the Brand page at any time.");
  });

  return {
    open(userId) {
      currentUserId = userId;
      if (localStorage.getItem(skippedKey) === userId) return;
      void load(async () => {
        if ((await loadBrand()) !== undefined) return;
        panel.hidden = false;
        renderPreviews();
      });
    },
    clear() {
      panel.hidden = true;
      form.show({});
      previews.clear();
    },
  };
}
