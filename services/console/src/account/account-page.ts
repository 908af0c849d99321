import type { User } from "@placard/client";
import { load } from "../actions.ts";
import { getElement } from "../elements.ts";
import { loadList } from "../list.ts";
import { onOpen } from "../router.ts";
import { account } from "../session.ts";
import { setUpDeletion } from "./deletion.ts";
import { clearEmailVerification, showEmailVerification } from "./email-verification.ts";
import { clearEvents, setUpEvents, showEvents } from "./events.ts";
import { setUpExport } from "./export.ts";
import { loadNames } from "./names.ts";
import { resetProfile, setUpProfile } from "./profile.ts";
import { clearRecoveryCodes, setUpRecoveryCodes, showRecoveryCodeCount } from "./recovery-codes.ts";
import { clearUsage, showUsage } from "./usage.ts";

/** Sets up the view of the account. */
export function setUpAccountPage({
  onChange,
  onDeleted,
}: {
  /** Called after the name or the email address was changed. */
  onChange: (user: User) => void;
  /** Called after the account was deleted. */
  onDeleted: () => void;
}) {
  setUpProfile((user) => {
    onChange(user);
    refresh();
  });
  setUpRecoveryCodes(refresh);
  setUpEvents();
  setUpExport();
  setUpDeletion(onDeleted);
  onOpen("account", () => {
    resetProfile();
    clearRecoveryCodes();
    refresh();
  });
}

/** Removes the user's data from the view. */
export function clearAccountPage() {
  clearEmailVerification();
  clearRecoveryCodes();
  clearEvents();
  clearUsage();
}

function refresh() {
  void load(showAccount);
  void loadList(getElement("event-list"), "your security events", showActivity);
}

async function showAccount() {
  const { data } = await account.getAccount();
  showRecoveryCodeCount(data.summary.recoveryCodes);
  await showEmailVerification(data.user);
}

async function showActivity() {
  const names = await loadNames();
  await Promise.all([showEvents(names), showUsage(names)]);
}
