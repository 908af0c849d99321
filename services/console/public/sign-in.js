import { offerPasskeys, withdrawPasskeys } from "./autofill.js";
import { createPasskey, hasPasskeys, usePasskey } from "./credentials.js";
import { attempt, element, formValues, onSubmit } from "./page.js";
import { account } from "./session.js";

/**
 * @callback Enter
 * @param {string} token
 * @param {string} words said when all is shown
 * @returns {Promise<void>}
 */

/**
 * Lets the front page sign people up and in.
 * @param {Enter} enter
 */
export function wireSignIn(enter) {
  onSubmit("register", async (form) => {
    const { email = "", name = "" } = formValues(form);
    await prompted(enter, async () => {
      const { data: started } = await account.startRegistration({ email, name });
      const credential = await createPasskey(started.options);
      const { data } = await account.finishRegistration({ email, credential });
      form.reset();
      await enter(data.token, "Your account is made, and you are signed in.");
    });
  });
  onSubmit("sign-in", async (form) => {
    const { email } = formValues(form);
    await prompted(enter, async () => {
      const { data: started } = await account.startLogin({ email });
      const credential = await usePasskey(started.options);
      const { data } = await account.finishLogin({ email, credential });
      form.reset();
      await enter(data.token, "You are signed in.");
    });
  });
}

/**
 * Gets the front page ready for whoever comes to it.
 * @param {Enter} enter
 * @param {number} [afterMs] when passkeys are offered
 */
export function welcome(enter, afterMs = 0) {
  if (!hasPasskeys()) throw new Error("Passkeys need https, and a browser that knows them.");
  void offerPasskeys((credential) => {
    void attempt(async () => {
      await prompted(enter, async () => {
        const { data } = await account.finishLogin({ credential });
        /** @type {HTMLFormElement} */ (element("sign-in")).reset();
        await enter(data.token, "You are signed in.");
      });
    });
  }, afterMs);
}

/**
 * Runs what shows a prompt of its own, and offers passkeys again where it failed.
 * @param {Enter} enter
 * @param {() => Promise<void>} work
 */
async function prompted(enter, work) {
  withdrawPasskeys();
  try {
    await work();
  } catch (error) {
    // A moment later: an authenticator that answers by itself would go round in circles.
    welcome(enter, 1_000);
    throw error;
  }
}
