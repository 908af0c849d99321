import { call, dropToken, hasToken, keepToken, sessionEnd } from "./api.js";
import { forgetKeys, showKeys, wireKeys } from "./keys.js";
import { say } from "./message.js";
import { attempt, element, formValues, onClick, onSubmit } from "./page.js";
import { createPasskey, hasPasskeys, usePasskey } from "./passkeys.js";

onSubmit("register", async (form) => {
  const { email, name } = formValues(form);
  const { options } = await call("POST", "auth/register/start", { email, name });
  const credential = await createPasskey(options);
  const { token } = await call("POST", "auth/register/finish", { email, credential });
  form.reset();
  await enter(token, "Your account is made, and you are signed in.");
});

onSubmit("sign-in", async (form) => {
  const { email } = formValues(form);
  const named = email === undefined ? {} : { email };
  const { options } = await call("POST", "auth/login/start", named);
  const credential = await usePasskey(options);
  const { token } = await call("POST", "auth/login/finish", { ...named, credential });
  form.reset();
  await enter(token, "You are signed in.");
});

onClick(element("add-passkey"), async () => {
  const { user } = await call("GET", "auth/session");
  const { options } = await call("POST", "auth/register/start", { email: user.email, name: user.name });
  const credential = await createPasskey(options);
  await call("POST", "auth/register/finish", { email: user.email, credential });
  say("The passkey is added to your account.");
});

onClick(element("sign-out"), async () => {
  await call("POST", "auth/logout");
  leave();
  say("You are signed out.");
});

wireKeys();
sessionEnd.addEventListener("end", leave);

await attempt(async () => {
  if (hasToken()) await showAccount();
  else leave();
  if (!hasPasskeys()) throw new Error("Passkeys need https, and a browser that knows them.");
});

/**
 * @param {string} token
 * @param {string} words said when all is shown
 */
async function enter(token, words) {
  keepToken(token);
  await showAccount();
  say(words);
}

async function showAccount() {
  const { user, session } = await call("GET", "auth/session");
  element("account-title").textContent = user.name;
  element("account-email").textContent = user.email;
  const end = new Date(session.expiresAt);
  element("session-end").textContent = end.toLocaleString(undefined, {
    dateStyle: "medium",
    timeStyle: "short",
  });
  await showKeys();
  show("signed-in");
  element("account-title").focus();
}

function leave() {
  dropToken();
  forgetKeys();
  const wasIn = !element("signed-in").hidden;
  show("signed-out");
  if (wasIn) element("sign-in-title").focus();
}

/** @param {"signed-in" | "signed-out"} view */
function show(view) {
  element("signed-in").hidden = view !== "signed-in";
  element("signed-out").hidden = view !== "signed-out";
}
