import { load, onClick, onSubmit } from "../actions.ts";
import { createElement, getElement } from "../elements.ts";
import { FieldError } from "../form-errors.ts";
import { showMessage } from "../message.ts";
import { createBrandForm } from "./brand-form.ts";
import { createBrandPreviews } from "./brand-previews.ts";
import { loadBrand, saveBrand } from "./stored-brand.ts";

const skippedKey = "placard-brand-setup-skipped";

/**
 * Sets up the first thing that a new user sees: name, color and logo, and the built-in templates in this look. The playground
 * is hidden until then.
 * @param onSaved called after the brand was saved
 * @returns `open` shows it to users without a brand who have not skipped it; `clear` removes the entered brand
 */
export function setUpBrandSetup(onSaved: () => void): { open: (userId: string) => void; clear: () => void } {
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

  function setOpen(isOpen: boolean) {
    panel.hidden = !isOpen;
    getElement("playground-content").hidden = isOpen;
  }

  function close() {
    setOpen(false);
    previews.clear();
    getElement("playground-title").focus();
  }

  onSubmit(form.element, async () => {
    const brand = form.read();
    if (Object.keys(brand).length === 0)
      throw new FieldError("displayName", "Enter a name, a color or a logo, or skip this step.");
    await saveBrand(brand);
    close();
    onSaved();
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
        if ((await loadBrand()) !== undefined || currentUserId !== userId) return;
        setOpen(true);
        renderPreviews();
      });
    },
    clear() {
      currentUserId = "";
      setOpen(false);
      form.show({});
      previews.clear();
    },
  };
}
