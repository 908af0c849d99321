import assert from "node:assert/strict";
import { passkeyName } from "./passkey-name.ts";

const none = "00000000-0000-0000-0000-000000000000";
const apple = "fbfc3007-154e-4ecc-8c0b-6e020557d7bd";
const iPhone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1";
const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36";

describe("the name of a new passkey", () => {
  const nameOf = (origin: Partial<Parameters<typeof passkeyName>[0]>) =>
    passkeyName({
      aaguid: none,
      attachment: "platform",
      transports: ["internal"],
      userAgent: iPhone,
      ...origin,
    });

  it("is its provider and the device that it was created on", () => {
    assert.equal(nameOf({ aaguid: apple }), "Apple Passwords on iPhone");
    const google = "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4";
    assert.equal(nameOf({ aaguid: google, userAgent: windows }), "Google Password Manager on Windows");
  });

  it("does not name the system twice", () => {
    const windowsHello = "08987058-cadc-4b81-b6e1-30de50dcbe96";
    assert.equal(nameOf({ aaguid: windowsHello, userAgent: windows }), "Windows Hello");
  });

  it("has no device if the passkey is on a security key or on another device than the browser", () => {
    const origin = { attachment: "cross-platform", userAgent: windows };
    assert.equal(nameOf({ ...origin, transports: ["usb"] }), "Security key");
    assert.equal(nameOf({ ...origin, transports: ["hybrid"] }), "Passkey");
    assert.equal(nameOf({ ...origin, aaguid: apple, transports: ["hybrid"] }), "Apple Passwords");
  });

  it("is the device alone if the provider is unknown, and never empty", () => {
    assert.equal(nameOf({}), "Passkey on iPhone");
    assert.equal(nameOf({ userAgent: undefined }), "Passkey");
    assert.equal(nameOf({ aaguid: "constructor", userAgent: "curl/8" }), "Passkey");
  });
});
