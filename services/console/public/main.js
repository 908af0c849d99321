import { withdrawPasskeys } from "./autofill.js";
import { forgetKeys, wireKeys } from "./keys.js";
import { say } from "./message.js";
import { attempt, element, onClick } from "./page.js";
import { forgetPasskeys, wirePasskeys } from "./passkeys.js";
import { giveUpPlaygroundKey } from "./playground/key.js";
import { forgetPlayground, wirePlayground } from "./playground/playground.js";
import { focusHeading, setSignedIn, wireRouter } from "./router.js";
import { account, dropToken, hasToken, keepToken, sessionEnd } from "./session.js";
import { forgetSessions, wireSessions } from "./sessions.js";
import { welcome, wireSignIn } from "./sign-in.js";
import { forgetSigningKeys, wireSigningKeys } from "./signing-keys.js";

wireSignIn(enter);
wirePlayground();
wireKeys();
wireSigningKeys();
wirePasskeys();
wireSessions();
wireRouter();
sessionEnd.addEventListener("end", leave);
onClick(element("sign-out"), async () => {
  await giveUpPlaygroundKey();
  await account.logout();
  leave();
  say("You are signed out.");
});

const returns = hasToken();
await attempt(async () => {
  if (returns) await showAccount();
  else leave();
});

/**
 * @param {string} token
 * @param {string} words said when all is shown
 */
async function enter(token, words) {
  withdrawPasskeys();
  keepToken(token);
  await showAccount();
  focusHeading();
  say(words);
}

async function showAccount() {
  const { data } = await account.getSession();
  element("account-name").textContent = data.user.name;
  element("account-email").textContent = data.user.email;
  setSignedIn(true);
}

function leave() {
  const wasIn = element("signed-out").hidden && !element("signed-in").hidden;
  dropToken();
  forgetKeys();
  forgetSigningKeys();
  forgetPasskeys();
  forgetSessions();
  forgetPlayground();
  element("account-name").textContent = "";
  element("account-email").textContent = "";
  setSignedIn(false);
  if (wasIn) focusHeading();
  welcome(enter);
}
