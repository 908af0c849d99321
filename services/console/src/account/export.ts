import { onClick } from "../actions.ts";
import { downloadText } from "../download.ts";
import { getElement } from "../elements.ts";
import { showMessage } from "../message.ts";
import { accountWithoutTimeout } from "../session.ts";

/** Sets up the button that downloads everything stored about the account. */
export function setUpExport() {
  onClick(getElement("export-account"), async () => {
    const { data } = await accountWithoutTimeout.exportAccount();
    const day = new Date().toISOString().slice(0, 10);
    downloadText(`placard-account-${day}.json`, "application/json", `${JSON.stringify(data, null, 2)}\n`);
    showMessage("The export was downloaded.");
  });
}
