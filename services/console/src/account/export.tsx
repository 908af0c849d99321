import { useAccount } from "../app/account.ts";
import { useConsole } from "../app/console.ts";
import { ActionButton } from "../components/buttons.tsx";
import { downloadText } from "../components/download.ts";
import { Card } from "../components/page.tsx";

/** Downloads everything that is stored about the account. */
export function Export() {
  const { messages } = useConsole();
  const { apiWithoutTimeout } = useAccount();

  async function download() {
    const { data } = await apiWithoutTimeout.exportAccount();
    const day = new Date().toISOString().slice(0, 10);
    downloadText(`placard-account-${day}.json`, "application/json", `${JSON.stringify(data, null, 2)}\n`);
    messages.show("The export was downloaded.");
  }

  return (
    <Card title="Export your data">
      <p>Download everything that Placard stores about your account, as a JSON file.</p>
      <ActionButton look="secondary" onAction={download}>
        Download export
      </ActionButton>
    </Card>
  );
}
