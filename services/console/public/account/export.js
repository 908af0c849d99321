import { onClick } from "../actions.js";
import { downloadText } from "../download.js";
import { getElement } from "../elements.js";
import { showMessage } from "../message.js";
import { accountWithoutTimeout } from "../session.js";

/** Sets up the button that downloads everything stored about the account. */
export function setUpExport() {
  onClick(getElement("export-account"), async () => {
    const { data } = await accountWithoutTimeout.exportAccount();
    const day = new Date().toISOString().slice(0, 10);
    downloadText(`placard-account-${day}.json`, "application/json", `${JSON.stringify(data, null, 2)}\n`);
    showMessage("The export was downloaded.");
  });
}
