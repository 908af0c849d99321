import { canonicalLink, signLink } from "@placard/contracts";
import { createAuthenticator, createTestClient, registerTestClient, type Placard } from "@placard/testing";
import type { Exchange } from "./check-answers.ts";

type Walk = () => Promise<Exchange[]>;

interface Call {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** In place of a body, as it is. */
  raw?: string;
}

const nowhere = "A".repeat(32);

/** Requests that go through every operation, well and ill. */
export function createWalks(placard: Placard): Walk[] {
  const { key } = placard;
  const generate = { template: "blog", data: { title: "Walked", author: "Ada" } };

  async function call(operation: string, method: string, path: string, sent: Call = {}): Promise<Exchange> {
    const { token, body, raw, headers = {} } = sent;
    const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const answer = await fetch(placard.url + path, {
      method,
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(text !== undefined && { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(text !== undefined && { body: text }),
    });
    return {
      operation,
      method,
      path,
      answer: { status: answer.status, headers: answer.headers, text: await answer.text() },
    };
  }
  const dataOf = ({ answer }: Exchange) => JSON.parse(answer.text).data;

  /** A call with each kind of body that can't be read. */
  const badBodies = (operation: string, method: string, path: string, token?: string) => {
    const own = token === undefined ? {} : { token };
    return Promise.all([
      call(operation, method, path, { ...own, raw: "{" }),
      call(operation, method, path, { ...own, body: { surely: "unknown" } }),
      call(operation, method, path, { ...own, raw: "{}", headers: { "Content-Type": "text/plain" } }),
      call(operation, method, path, { ...own, raw: " ".repeat(1_100_000) }),
    ]);
  };

  const images: Walk = async () => {
    const at = "/api/v1/og/generate";
    const made = await call("generateImage", "POST", at, { token: key, body: generate });
    const id = /og\/(.+)\./.exec(dataOf(made).url)?.[1] ?? "";
    const lamp = { template: "product", data: { name: "Lamp", image: "https://shop.invalid/lamp.png" } };
    const later = { template: "blog", data: { title: "Later" } };
    const prefer = { Prefer: "respond-async" };
    const started = await call("generateImage", "POST", at, { token: key, body: later, headers: prefer });
    const job = `/api/v1/og/jobs/${dataOf(started).id}`;
    const found = [made, started];
    found.push(await call("getJob", "GET", job, { token: key }));
    found.push(await call("generateImage", "POST", at, { token: key, body: later }));
    found.push(await call("getJob", "GET", job, { token: key }));
    found.push(await call("getJob", "GET", job));
    found.push(await call("getJob", "GET", `/api/v1/og/jobs/${nowhere}`, { token: key }));
    found.push(await call("generateImage", "POST", at, { token: key, body: lamp }));
    found.push(await call("generateImage", "POST", at, { body: generate }));
    found.push(await call("generateImage", "POST", at, { token: key, body: { template: "x", data: {} } }));
    found.push(...(await badBodies("generateImage", "POST", at, key)));
    const requests = [generate, { template: "x" }, 5, { template: "blog", data: {} }];
    found.push(await call("generateImages", "POST", `${at}/batch`, { token: key, body: { requests } }));
    found.push(await call("generateImages", "POST", `${at}/batch`, { token: key, body: { requests: [] } }));
    found.push(...(await badBodies("generateImages", "POST", `${at}/batch`, key)));
    const image = await call("getImage", "GET", `/og/${id}.png`);
    const etag = image.answer.headers.get("etag") ?? "";
    found.push(image, await call("getImage", "GET", `/og/${id}.png`, { headers: { "If-None-Match": etag } }));
    found.push(await call("getImage", "GET", `/og/${nowhere}.png`));
    found.push(await call("deleteImage", "DELETE", `/api/v1/og/images/${id}`));
    found.push(await call("deleteImage", "DELETE", `/api/v1/og/images/${id}`, { token: key }));
    found.push(await call("deleteImage", "DELETE", `/api/v1/og/images/${id}`, { token: key }));
    found.push(await call("listTemplates", "GET", "/api/v1/og/templates", { token: key }));
    found.push(await call("listTemplates", "GET", "/api/v1/og/templates", { token: "plk_x" }));
    return found;
  };

  const keys: Walk = async () => {
    const token = (await registerTestClient(placard.url)).token();
    const found: Exchange[] = [];
    for (const [path, name] of [
      ["/api/v1/keys", "ApiKey"],
      ["/api/v1/signing-keys", "SigningKey"],
    ] as const) {
      const made = await call(`create${name}`, "POST", path, { token, body: { name: "walked" } });
      found.push(made, await call(`create${name}`, "POST", path, { body: { name: "walked" } }));
      found.push(...(await badBodies(`create${name}`, "POST", path, token)));
      found.push(await call(`list${name}s`, "GET", path, { token }), await call(`list${name}s`, "GET", path));
      if (name === "SigningKey") found.push(...(await links(dataOf(made))));
      const one = `${path}/${dataOf(made).id}`;
      for (const own of [{}, { token }, { token }])
        found.push(await call(`revoke${name}`, "DELETE", one, own));
    }
    return found;
  };

  async function links({ id, secret }: { id: string; secret: string }): Promise<Exchange[]> {
    const follow = (own: Record<string, string>, file = "blog.png", headers = {}) => {
      const query = new Map(Object.entries({ ...own, kid: id }));
      const sig = signLink(secret, canonicalLink(file, query));
      const path = `/og/sign/${file}?${new URLSearchParams([...query, ["sig", sig]]).toString()}`;
      return call("getSignedImage", "GET", path, { headers });
    };
    const first = await follow({ title: "Signed" });
    const etag = first.answer.headers.get("etag") ?? "";
    return [
      first,
      await follow({ title: "Signed" }, "blog.png", { "If-None-Match": etag }),
      await follow({ title: "" }),
      await follow({ title: "x" }, "poster.png"),
      await follow({ title: "x", exp: "1" }),
      await call("getSignedImage", "GET", "/og/sign/blog.png"),
      await call("getSignedImage", "GET", "/og/sign/blog.gif"),
    ];
  }

  const accounts: Walk = async () => {
    const found: Exchange[] = [];
    const authenticator = createAuthenticator();
    const { email, name } = createTestClient(placard.url);
    const at = (step: string) => `/api/v1/auth/${step}`;
    const post = async (operation: string, step: string, body: unknown, token?: string) => {
      const made = await call(operation, "POST", at(step), { body, ...(token !== undefined && { token }) });
      found.push(made);
      return dataOf(made);
    };
    const register = await post("startRegistration", "register/start", { email, name });
    const credential = authenticator.register(register.options);
    const registered = await post("finishRegistration", "register/finish", { email, credential });
    await post("finishRegistration", "register/finish", { email, credential });
    await post("startRegistration", "register/start", { email, name });
    await post("startRegistration", "register/start", { email, name }, registered.token);
    await post("startLogin", "login/start", { email: 5 });
    await post("startLogin", "login/start", {});
    const login = await post("startLogin", "login/start", { email });
    const assertion = authenticator.login(login.options);
    const { token } = await post("finishLogin", "login/finish", { email, credential: assertion });
    await post("finishLogin", "login/finish", { email, credential: assertion });
    for (const [operation, step] of [
      ["startRegistration", "register/start"],
      ["finishRegistration", "register/finish"],
      ["startLogin", "login/start"],
      ["finishLogin", "login/finish"],
    ] as const) {
      found.push(...(await badBodies(operation, "POST", at(step))));
    }
    for (const own of [{ token }, {}]) {
      found.push(await call("getSession", "GET", at("session"), own));
      found.push(await call("listSessions", "GET", at("sessions"), own));
      found.push(await call("listPasskeys", "GET", at("passkeys"), own));
    }
    const [passkey] = dataOf(await call("listPasskeys", "GET", at("passkeys"), { token })).passkeys;
    const one = at(`passkeys/${passkey.id}`);
    found.push(await call("renamePasskey", "PATCH", one, { token, body: { name: "Phone" } }));
    found.push(await call("renamePasskey", "PATCH", at("passkeys/none"), { token, body: { name: "Phone" } }));
    found.push(...(await badBodies("renamePasskey", "PATCH", one, token)));
    found.push(await call("deletePasskey", "DELETE", one, { token }));
    found.push(await call("deletePasskey", "DELETE", at("passkeys/none"), { token }));
    const second = createAuthenticator();
    const adding = await post("startRegistration", "register/start", { email, name }, token);
    const added = { email, credential: second.register(adding.options) };
    await post("finishRegistration", "register/finish", added, token);
    found.push(await call("deletePasskey", "DELETE", one, { token }));
    const { sessions } = dataOf(await call("listSessions", "GET", at("sessions"), { token }));
    const other = sessions.find(({ current }: { current: boolean }) => !current);
    found.push(await call("deleteSession", "DELETE", at(`sessions/${other.id}`), { token }));
    found.push(await call("deleteSession", "DELETE", at(`sessions/${other.id}`), { token }));
    found.push(await call("logout", "POST", at("logout"), { token }));
    found.push(await call("logout", "POST", at("logout"), { token }));
    return found;
  };

  const service: Walk = async () => {
    const document = await call("getOpenApi", "GET", "/api/v1/openapi.json");
    const etag = document.answer.headers.get("etag") ?? "";
    const found = [document];
    found.push(
      await call("getOpenApi", "GET", "/api/v1/openapi.json", { headers: { "If-None-Match": etag } }),
    );
    found.push(await call("getLiveness", "GET", "/health/live"));
    found.push(await call("getReadiness", "GET", "/health/ready"));
    await placard.redis.kill();
    found.push(await call("getReadiness", "GET", "/health/ready"));
    found.push(await call("generateImage", "POST", "/api/v1/og/generate", { token: key, body: generate }));
    return found;
  };

  return [images, keys, accounts, service];
}
