import { canonicalLink, shortLinkText, signLink } from "@placard/contracts";
import {
  createAuthenticator,
  createTestClient,
  registerTestClient,
  startHttpServer,
  type Placard,
  type TestSmtp,
} from "@placard/testing";
import type { Exchange } from "./check-responses.ts";

/** Sends some requests in order. */
type RequestSequence = () => Promise<Exchange[]>;

interface Call {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** The body as a string or as bytes, in place of `body`. */
  raw?: string | Buffer;
}

const unknownId = "A".repeat(32);

/** Creates sequences of requests that exercise every operation, with success and with errors. */
export function createOperationRequests(placard: Placard, smtp: TestSmtp): RequestSequence[] {
  const { key } = placard;
  const generate = { template: "blog", data: { title: "Operations", author: "Ada" } };

  async function call(
    operation: string,
    method: string,
    path: string,
    options: Call = {},
  ): Promise<Exchange> {
    const { token, body, raw, headers = {} } = options;
    const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(placard.url + path, {
      method,
      headers: {
        // On a busy machine, a connection that is used again may have been closed as idle.
        Connection: "close",
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
      response: { status: response.status, headers: response.headers, text: await response.text() },
    };
  }
  const dataOf = ({ response }: Exchange) => JSON.parse(response.text).data;

  /** Sends a body of each kind that is rejected. */
  const sendInvalidBodies = (operation: string, method: string, path: string, token?: string) => {
    const credential = token === undefined ? {} : { token };
    return Promise.all([
      call(operation, method, path, { ...credential, raw: "{" }),
      call(operation, method, path, { ...credential, body: { unknown: "field" } }),
      call(operation, method, path, { ...credential, raw: "{}", headers: { "Content-Type": "text/plain" } }),
      call(operation, method, path, { ...credential, raw: " ".repeat(1_100_000) }),
    ]);
  };

  const images: RequestSequence = async () => {
    const path = "/api/v1/og/generate";
    const generated = await call("generateImage", "POST", path, { token: key, body: generate });
    const id = /og\/(.+)\./.exec(dataOf(generated).url)?.[1] ?? "";
    const withImage = { template: "product", data: { name: "Lamp", image: "https://shop.invalid/lamp.png" } };
    const asyncBody = { template: "blog", data: { title: "Asynchronous" } };
    const respondAsync = { Prefer: "respond-async" };
    const started = await call("generateImage", "POST", path, {
      token: key,
      body: asyncBody,
      headers: respondAsync,
    });
    const job = `/api/v1/og/jobs/${dataOf(started).id}`;
    const exchanges = [generated, started];
    exchanges.push(await call("getJob", "GET", job, { token: key }));
    exchanges.push(await call("generateImage", "POST", path, { token: key, body: asyncBody }));
    exchanges.push(await call("getJob", "GET", job, { token: key }));
    exchanges.push(await call("getJob", "GET", job));
    exchanges.push(await call("getJob", "GET", `/api/v1/og/jobs/${unknownId}`, { token: key }));
    exchanges.push(await call("generateImage", "POST", path, { token: key, body: withImage }));
    exchanges.push(await call("generateImage", "POST", path, { body: generate }));
    exchanges.push(
      await call("generateImage", "POST", path, { token: key, body: { template: "x", data: {} } }),
    );
    exchanges.push(...(await sendInvalidBodies("generateImage", "POST", path, key)));
    const requests = [generate, { template: "x" }, 5, { template: "blog", data: {} }];
    exchanges.push(await call("generateImages", "POST", `${path}/batch`, { token: key, body: { requests } }));
    exchanges.push(
      await call("generateImages", "POST", `${path}/batch`, { token: key, body: { requests: [] } }),
    );
    exchanges.push(...(await sendInvalidBodies("generateImages", "POST", `${path}/batch`, key)));
    const image = await call("getImage", "GET", `/og/${id}.png`);
    const etag = image.response.headers.get("etag") ?? "";
    exchanges.push(
      image,
      await call("getImage", "GET", `/og/${id}.png`, { headers: { "If-None-Match": etag } }),
    );
    exchanges.push(await call("getImage", "GET", `/og/${unknownId}.png`));
    const checked = (url: string, options: Call = { token: key }) =>
      call("checkPage", "GET", `/api/v1/check?image=true&url=${encodeURIComponent(url)}`, options);
    exchanges.push(await checked(placard.url), await checked("https://blog.invalid/"));
    exchanges.push(await checked("blog"), await checked(placard.url, {}));
    const user = await registerTestClient(placard.url);
    const [withSession, accountPath] = [{ token: user.token() }, "/api/v1/account/images"];
    const own = await call("generateImage", "POST", path, { ...withSession, body: generate });
    const ownId = /og\/(.+)\./.exec(dataOf(own).url)?.[1] ?? "";
    exchanges.push(
      own,
      await call("getJob", "GET", `/api/v1/og/jobs/${ownId}`, withSession),
      await call("listAccountImages", "GET", `${accountPath}?limit=1&q=operations`, withSession),
      await call("listAccountImages", "GET", accountPath, withSession),
      await call("listAccountImages", "GET", `${accountPath}?limit=0`, withSession),
      await call("listAccountImages", "GET", accountPath, { token: key }),
      await call("getAccountImage", "GET", `${accountPath}/${ownId}`, withSession),
      await call("getAccountImage", "GET", `${accountPath}/${unknownId}`, withSession),
      await call("renderAccountImage", "POST", `${accountPath}/${ownId}/render`, withSession),
      await call("renderAccountImage", "POST", `${accountPath}/${unknownId}/render`, withSession),
      await call("deleteImage", "DELETE", `/api/v1/og/images/${ownId}`, withSession),
      await call("deleteImage", "DELETE", `/api/v1/og/images/${ownId}`, withSession),
    );
    exchanges.push(await call("deleteImage", "DELETE", `/api/v1/og/images/${id}`));
    exchanges.push(await call("deleteImage", "DELETE", `/api/v1/og/images/${id}`, { token: key }));
    exchanges.push(await call("deleteImage", "DELETE", `/api/v1/og/images/${id}`, { token: key }));
    const reader = (await user.callWithToken("POST", "/keys", { name: "reader", scopes: ["account:read"] }))
      .body.data;
    const withReader = { token: reader.key };
    exchanges.push(
      await call("generateImage", "POST", path, { ...withReader, body: generate }),
      await call("generateImages", "POST", `${path}/batch`, { ...withReader, body: { requests: [] } }),
      await call("deleteImage", "DELETE", `/api/v1/og/images/${id}`, withReader),
      await call("getAccount", "GET", "/api/v1/account", withReader),
    );
    return exchanges;
  };

  const templates: RequestSequence = async () => {
    const path = "/api/v1/og/templates";
    const client = await registerTestClient(placard.url);
    const { body: reader } = await client.callWithToken("POST", "/keys", {
      name: "reader",
      scopes: ["account:read"],
    });
    const [withSession, withReader] = [{ token: client.token() }, { token: reader.data.key as string }];
    const document = (text: string, id = "release") => ({
      template: {
        id,
        name: "Release notes",
        description: "What is new",
        fields: { version: { type: "string" } },
      },
      html: `<main><h1>{{version}}</h1><p>${text}</p></main>`,
    });
    const own = `${path}/release`;
    const create = (text: string, id?: string, credential: Call = withSession) =>
      call("createTemplate", "POST", path, { ...credential, body: document(text, id) });
    const publish = (text: string, credential: Call = withSession) =>
      call("createTemplateVersion", "POST", `${own}/versions`, { ...credential, body: document(text) });
    const archive = (isArchived: boolean, at = own, credential: Call = withSession) =>
      call("updateTemplate", "PATCH", at, { ...credential, body: { isArchived } });
    const draftPath = "/api/v1/og/templates/release/draft";
    const putDraft = (ifMatch?: string, credential: Call = withSession, at = draftPath) =>
      call("putDraft", "PUT", at, {
        ...credential,
        body: { json: "{", html: "<main>" },
        ...(ifMatch !== undefined && { headers: { "If-Match": ifMatch } }),
      });
    const draft = await putDraft();
    const exchanges = [
      draft,
      await putDraft(),
      await putDraft(draft.response.headers.get("etag")!),
      await putDraft(undefined, withSession, "/api/v1/og/templates/Invalid/draft"),
      await putDraft(undefined, withReader),
      await call("listDrafts", "GET", "/api/v1/og/drafts", withReader),
      await call("listDrafts", "GET", "/api/v1/og/drafts"),
      await call("getDraft", "GET", draftPath, withReader),
      await call("getDraft", "GET", "/api/v1/og/templates/unknown/draft", withReader),
      await call("deleteDraft", "DELETE", draftPath, withReader),
      await call("deleteDraft", "DELETE", draftPath, withSession),
      await call("deleteDraft", "DELETE", draftPath, withSession),
      await create("first"),
      await create("first"),
      await create("first", "blog"),
      await create("first", "Invalid ID"),
      await create("first", "other", withReader),
      await create("first", "other", {}),
      await publish("second"),
      await publish("second"),
      await publish("third", withReader),
      await call("listStartingPoints", "GET", "/api/v1/og/starting-points", withReader),
      await call("listStartingPoints", "GET", "/api/v1/og/starting-points"),
      await call("listTemplates", "GET", path, withSession),
      await call("listTemplates", "GET", `${path}?archived=true`, { token: key }),
      await call("listTemplates", "GET", `${path}?archived=1`, withReader),
      await call("listTemplates", "GET", path, { token: "plk_x" }),
      await call("getTemplate", "GET", own, withReader),
      await call("getTemplate", "GET", `${own}?version=1`, withSession),
      await call("getTemplate", "GET", `${own}?version=9`, withSession),
      await call("getTemplate", "GET", `${own}?version=x`, withSession),
      await call("getTemplate", "GET", `${path}/blog`, { token: key }),
      await call("getTemplate", "GET", `${path}/unknown`, withSession),
      await call("getTemplate", "GET", own),
      await call("previewTemplate", "POST", `${path}/preview`, {
        ...withSession,
        body: { template: "blog", data: { title: "Preview" } },
      }),
      await call("previewTemplate", "POST", `${path}/preview`, {
        ...withSession,
        body: { template: "unknown", data: {} },
      }),
      await call("previewTemplate", "POST", `${path}/preview`, {
        ...withSession,
        body: { ...document("x", "Invalid ID"), data: {} },
      }),
      await call("lintTemplate", "POST", `${path}/lint`, {
        ...withSession,
        body: document("x", "Invalid ID"),
      }),
      await call("lintTemplate", "POST", `${path}/lint`, { ...withReader, body: document("x") }),
      await call("proofTemplate", "POST", `${own}/proof`, { ...withSession, body: document("third") }),
      await call("proofTemplate", "POST", `${own}/proof`, { ...withReader, body: document("third") }),
      await call("proofTemplate", "POST", `${path}/blog/proof`, {
        ...withSession,
        body: document("x", "blog"),
      }),
      await archive(true),
      await publish("third"),
      await archive(false, `${path}/unknown`),
      await archive(false, own, withReader),
      await call("deleteTemplate", "DELETE", own, withReader),
      await call("deleteTemplate", "DELETE", own, withSession),
      await call("deleteTemplate", "DELETE", own, withSession),
      await call("deleteTemplate", "DELETE", `${path}/unknown`, withSession),
      await archive(true),
      await publish("third"),
      await call("getTemplate", "GET", own, withSession),
    ];
    const reviews = "/api/v1/og/reviews";
    const review = await call("createReview", "POST", reviews, { ...withSession, body: document("x") });
    const withLink = { headers: { "Placard-Review": dataOf(review).url.split("/").at(-1) as string } };
    const comment = (credential: Call) =>
      call("createReviewComment", "POST", "/api/v1/review/comments", { ...credential, body: { text: "Hi" } });
    exchanges.push(
      review,
      await call("createReview", "POST", reviews, withReader),
      await call("createReviewOfDraft", "POST", `${draftPath}/review`, withSession),
      await call("putDraft", "PUT", draftPath, {
        ...withSession,
        body: { json: JSON.stringify(document("x").template), html: document("x").html },
      }),
      await call("createReviewOfDraft", "POST", `${draftPath}/review`, withSession),
      await comment(withLink),
      await comment({}),
      await call("getReview", "GET", "/api/v1/review", withLink),
      await call("getReview", "GET", "/api/v1/review"),
      await call("getReviewPicture", "GET", "/api/v1/review/picture?size=0&sample=0", withLink),
      await call("getReviewPicture", "GET", "/api/v1/review/picture?size=0&sample=1", withLink),
      await call("getReviewPicture", "GET", "/api/v1/review/picture?size=3", withLink),
      await call("listReviews", "GET", reviews, withReader),
      await call("listReviews", "GET", reviews),
      await call("deleteReview", "DELETE", `${reviews}/${dataOf(review).id}`, withReader),
      await call("deleteReview", "DELETE", `${reviews}/${dataOf(review).id}`, withSession),
    );
    exchanges.push(
      ...(await sendInvalidBodies("putDraft", "PUT", draftPath, withSession.token)),
      ...(await sendInvalidBodies("createReview", "POST", reviews, withSession.token)),
      ...(await sendInvalidBodies("createReviewComment", "POST", "/api/v1/review/comments")),
      ...(await sendInvalidBodies("createTemplate", "POST", path, withSession.token)),
      ...(await sendInvalidBodies("createTemplateVersion", "POST", `${own}/versions`, withSession.token)),
      ...(await sendInvalidBodies("previewTemplate", "POST", `${path}/preview`, withSession.token)),
      ...(await sendInvalidBodies("proofTemplate", "POST", `${own}/proof`, withSession.token)),
      ...(await sendInvalidBodies("lintTemplate", "POST", `${path}/lint`, withSession.token)),
      ...(await sendInvalidBodies("updateTemplate", "PATCH", own, withSession.token)),
    );
    return exchanges;
  };

  const brands: RequestSequence = async () => {
    const [assetsPath, brandsPath] = ["/api/v1/assets", "/api/v1/brands"];
    const client = await registerTestClient(placard.url);
    const { body: reader } = await client.callWithToken("POST", "/keys", {
      name: "reader",
      scopes: ["account:read"],
    });
    const withSession = { token: client.token() };
    const withReader = { token: reader.data.key as string };
    const logo = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="1"><path d="M0 0"/></svg>',
    );
    const upload = (raw: Buffer, options: Call = withSession, query = "") =>
      call("createAsset", "POST", assetsPath + query, { ...options, raw });
    const created = await upload(logo);
    const { id } = dataOf(created);
    const [own, unknown] = [`${assetsPath}/${id}`, `${assetsPath}/${"A".repeat(43)}`];
    const brand = `${brandsPath}/default`;
    const settings = {
      colors: { ground: "#FFF", muted: "#bbbbbb" },
      logo: { onLight: id },
      site: "example.com",
    };
    const put = (body: object, options: Call = withSession, path = brand) =>
      call("putBrand", "PUT", path, { ...options, body });
    const etag = { "If-None-Match": `"${id}"` };
    return [
      created,
      await upload(logo),
      await upload(Buffer.from("GIF89a")),
      await upload(Buffer.from("OTTO")),
      await upload(Buffer.alloc(4_200_000, logo)),
      await upload(logo, withSession, "?weight=0"),
      await upload(logo, withReader),
      await upload(logo, {}),
      await call("listAssets", "GET", assetsPath, withReader),
      await call("listAssets", "GET", assetsPath),
      await call("getAsset", "GET", own, withReader),
      await call("getAsset", "GET", own, { ...withReader, headers: etag }),
      await call("getAsset", "GET", unknown, withReader),
      await put(settings),
      await put(settings),
      await put({ logo: { onDark: unknownId } }),
      await put(settings, withReader),
      await put(settings, withSession, `${brandsPath}/none`),
      ...(await sendInvalidBodies("putBrand", "PUT", brand, withSession.token)),
      await call("getBrand", "GET", brand, withReader),
      await call("getBrand", "GET", `${brandsPath}/unknown`, withReader),
      await call("listBrands", "GET", brandsPath, withReader),
      await call("listBrands", "GET", brandsPath),
      await call("deleteAsset", "DELETE", own, withSession),
      await call("deleteBrand", "DELETE", brand, withReader),
      await call("deleteBrand", "DELETE", brand, withSession),
      await call("deleteBrand", "DELETE", brand, withSession),
      await call("deleteAsset", "DELETE", own, withReader),
      await call("deleteAsset", "DELETE", own, withSession),
      await call("deleteAsset", "DELETE", own, withSession),
    ];
  };

  const sites: RequestSequence = async () => {
    const path = "/api/v1/sites";
    const client = await registerTestClient(placard.url);
    const { body: reader } = await client.callWithToken("POST", "/keys", {
      name: "reader",
      scopes: ["account:read"],
    });
    const withSession = { token: client.token() };
    const withReader = { token: reader.data.key as string };
    const create = (body: object, options: Call = withSession) =>
      call("createSite", "POST", path, { ...options, body });
    const created = await create({ domain: "localhost:9" });
    const own = `${path}/${dataOf(created).id}`;
    const update = (body: object, options: Call = withSession) =>
      call("updateSite", "PUT", own, { ...options, body });
    const exchanges = [
      created,
      await create({ domain: "https://example.com/" }),
      await create({ domain: "example.com" }, withReader),
      await create({ domain: "example.com" }, {}),
      ...(await sendInvalidBodies("createSite", "POST", path, withSession.token)),
      await call("listSites", "GET", path, withReader),
      await call("listSites", "GET", path),
      await call("getSite", "GET", own, withReader),
      await call("getSite", "GET", `${path}/unknown`, withReader),
      await update({ template: "blog", brand: "none", map: { title: "title" } }),
      await update({ template: "unknown" }),
      await update({}, withReader),
      ...(await sendInvalidBodies("updateSite", "PUT", own, withSession.token)),
      await call("verifySite", "POST", `${own}/verify`, withSession),
      await call("verifySite", "POST", `${own}/verify`, withReader),
      await call("purgeSite", "POST", `${own}/purge`, { ...withSession, body: { path: "/blog" } }),
      await call("purgeSite", "POST", `${own}/purge`, { ...withReader, body: {} }),
      ...(await sendInvalidBodies("purgeSite", "POST", `${own}/purge`, withSession.token)),
      await call("getPageImage", "GET", `/og/page/${dataOf(created).id}/blog.png`),
      ...(await followPages()),
      await call("deleteSite", "DELETE", own, withReader),
      await call("deleteSite", "DELETE", own, withSession),
      await call("deleteSite", "DELETE", own, withSession),
      await call("verifySite", "POST", `${own}/verify`, withSession),
      await update({}),
    ];
    return exchanges;
  };

  /** Follows the links of a verified site. */
  async function followPages(): Promise<Exchange[]> {
    let token = "";
    const server = await startHttpServer({
      "/.well-known/placard.txt": (_req, res) => res.end(token),
      "/blog": (_req, res) => {
        res.writeHead(200, { "content-type": "text/html" }).end("<title>Operations</title>");
      },
    });
    const domain = `localhost:${server.port}`;
    const created = await call("createSite", "POST", "/api/v1/sites", { token: key, body: { domain } });
    const { id, verification } = dataOf(created);
    token = verification.file.content;
    const follow = (headers = {}) => call("getPageImage", "GET", `/og/page/${id}/blog.png`, { headers });
    const verified = await call("verifySite", "POST", `/api/v1/sites/${id}/verify`, { token: key });
    const first = await follow();
    const second = await follow({ "If-None-Match": first.response.headers.get("etag") ?? "" });
    await server.stop();
    return [created, verified, first, second];
  }

  const keys: RequestSequence = async () => {
    const token = (await registerTestClient(placard.url)).token();
    const exchanges: Exchange[] = [];
    for (const [path, name] of [
      ["/api/v1/keys", "ApiKey"],
      ["/api/v1/signing-keys", "SigningKey"],
    ] as const) {
      const created = await call(`create${name}`, "POST", path, { token, body: { name: "operations" } });
      exchanges.push(created, await call(`create${name}`, "POST", path, { body: { name: "operations" } }));
      exchanges.push(...(await sendInvalidBodies(`create${name}`, "POST", path, token)));
      exchanges.push(
        await call(`list${name}s`, "GET", path, { token }),
        await call(`list${name}s`, "GET", path),
      );
      if (name === "SigningKey") exchanges.push(...(await requestSignedLinks(dataOf(created), token)));
      const keyPath = `${path}/${dataOf(created).id}`;
      for (const credential of [{}, { token }, { token }])
        exchanges.push(await call(`revoke${name}`, "DELETE", keyPath, credential));
    }
    return exchanges;
  };

  const webhooks: RequestSequence = async () => {
    const token = (await registerTestClient(placard.url)).token();
    const path = "/api/v1/webhooks";
    const body = { url: "https://example.com/", events: ["image.failed"] };
    const created = await call("createWebhook", "POST", path, { token, body });
    const own = `${path}/${dataOf(created).id}`;
    const tested = await call("testWebhook", "POST", `${own}/test`, { token });
    const delivery = `${own}/deliveries/${dataOf(tested).id}/redeliver`;
    const exchanges = [
      created,
      await call("createWebhook", "POST", path, { body }),
      await call("createWebhook", "POST", path, { token, body: { ...body, url: "http://localhost" } }),
      ...(await sendInvalidBodies("createWebhook", "POST", path, token)),
      await call("listWebhooks", "GET", path, { token }),
      await call("listWebhooks", "GET", path),
      await call("listWebhooks", "GET", `${path}?limit=0`, { token }),
      tested,
      await call("listWebhookDeliveries", "GET", `${own}/deliveries`, { token }),
      await call("listWebhookDeliveries", "GET", `${own}/deliveries?limit=0`, { token }),
      await call("listWebhookDeliveries", "GET", `${path}/unknown/deliveries`, { token }),
      await call("redeliverWebhook", "POST", delivery, { token }),
      await call("redeliverWebhook", "POST", `${own}/deliveries/unknown/redeliver`, { token }),
      await call("rotateWebhookSecret", "POST", `${own}/secret`, { token }),
      await call("rotateWebhookSecret", "POST", `${path}/unknown/secret`, { token }),
      await call("updateWebhook", "PATCH", own, { token, body: { isEnabled: false } }),
      await call("updateWebhook", "PATCH", `${path}/unknown`, { token, body: { isEnabled: false } }),
      ...(await sendInvalidBodies("updateWebhook", "PATCH", own, token)),
      await call("testWebhook", "POST", `${own}/test`, { token }),
      await call("redeliverWebhook", "POST", delivery, { token }),
    ];
    for (const credential of [{}, { token }, { token }])
      exchanges.push(await call("deleteWebhook", "DELETE", own, credential));
    return exchanges;
  };

  async function requestSignedLinks(
    { id, secret }: { id: string; secret: string },
    token: string,
  ): Promise<Exchange[]> {
    const sign = (parameters: Record<string, string>, file = "blog.png") => {
      const query = new Map(Object.entries({ ...parameters, kid: id }));
      const sig = signLink(secret, canonicalLink(file, query));
      return `/og/sign/${file}?${new URLSearchParams([...query, ["sig", sig]]).toString()}`;
    };
    const follow = (parameters: Record<string, string>, file?: string, headers = {}) =>
      call("getSignedImage", "GET", sign(parameters, file), { headers });
    const check = (link: string, options: Call = { token }) =>
      call("checkLink", "GET", `/api/v1/og/check-link?url=${encodeURIComponent(link)}`, options);
    const signShort = (data: object, extension = "png") => {
      const payload = Buffer.from(JSON.stringify([id, "blog", data])).toString("base64url");
      return `/og/s/${payload}.${signLink(secret, shortLinkText(payload, extension))}.${extension}`;
    };
    const followShort = (link: string, headers = {}) => call("getShortSignedImage", "GET", link, { headers });
    const first = await follow({ title: "Signed" });
    const etag = first.response.headers.get("etag") ?? "";
    return [
      first,
      await follow({ title: "Signed" }, "blog.png", { "If-None-Match": etag }),
      await follow({ title: "" }),
      await follow({ title: "x" }, "poster.png"),
      await follow({ title: "x", exp: "1" }),
      await call("getSignedImage", "GET", "/og/sign/blog.png"),
      await call("getSignedImage", "GET", "/og/sign/blog.gif"),
      await followShort(signShort({ title: "Signed" })),
      await followShort(signShort({ title: "Signed" }), { "If-None-Match": etag }),
      await followShort(signShort({})),
      await followShort(signShort({ title: "x" }, "gif")),
      await followShort("/og/s/x.y.png"),
      await check(signShort({ title: "Signed" })),
      await check(sign({ title: "Signed" })),
      await check(sign({ title: "Signed", width: "10", exp: "1" }).replace("Signed", "Altered")),
      await check("/og/sign/blog.png"),
      await check(sign({ title: "Signed" }), { token: key }),
      await check(""),
      await check(sign({ title: "Signed" }), {}),
    ];
  }

  const publicPlayground: RequestSequence = async () => {
    const path = "/api/v1/playground/preview";
    const preview = (body: object) => call("previewInPlayground", "POST", path, { body });
    return [
      await call("listPlaygroundTemplates", "GET", "/api/v1/playground/templates"),
      await preview(generate),
      await preview({ template: "product", data: { name: "Lamp", image: "https://shop.invalid/lamp.png" } }),
      await preview({ template: "poster", data: {} }),
      ...(await sendInvalidBodies("previewInPlayground", "POST", path)),
    ];
  };

  const accounts: RequestSequence = async () => {
    const exchanges: Exchange[] = [];
    const authenticator = createAuthenticator();
    const { email, name } = createTestClient(placard.url);
    const pathOf = (step: string) => `/api/v1/auth/${step}`;
    const post = async (operation: string, step: string, body: unknown, token?: string) => {
      const exchange = await call(operation, "POST", pathOf(step), {
        body,
        ...(token !== undefined && { token }),
      });
      exchanges.push(exchange);
      return dataOf(exchange);
    };
    exchanges.push(await call("getAuthConfig", "GET", pathOf("config")));
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
    const reauthentication = await post("startReauthentication", "reauthenticate/start", undefined, token);
    const proof = { email, credential: authenticator.login(reauthentication.options) };
    await post("finishReauthentication", "reauthenticate/finish", proof, token);
    await post("finishReauthentication", "reauthenticate/finish", proof, token);
    await post("startReauthentication", "reauthenticate/start", undefined);
    exchanges.push(
      ...(await sendInvalidBodies("finishReauthentication", "POST", pathOf("reauthenticate/finish"), token)),
    );
    for (const [operation, step] of [
      ["startRegistration", "register/start"],
      ["finishRegistration", "register/finish"],
      ["startLogin", "login/start"],
      ["finishLogin", "login/finish"],
      ["startRecovery", "recover/start"],
      ["finishRecovery", "recover/finish"],
    ] as const) {
      exchanges.push(...(await sendInvalidBodies(operation, "POST", pathOf(step))));
    }
    for (const options of [{ token }, {}]) {
      exchanges.push(await call("getSession", "GET", pathOf("session"), options));
      exchanges.push(await call("listSessions", "GET", pathOf("sessions"), options));
      exchanges.push(await call("listPasskeys", "GET", pathOf("passkeys"), options));
      exchanges.push(await call("listAccountEvents", "GET", "/api/v1/account/events", options));
      exchanges.push(await call("listAccountEvents", "GET", "/api/v1/account/events?limit=1", options));
      exchanges.push(await call("listAccountEvents", "GET", "/api/v1/account/events?limit=0", options));
      exchanges.push(await call("getAccountUsage", "GET", "/api/v1/account/usage?days=2", options));
      exchanges.push(await call("getAccountUsage", "GET", "/api/v1/account/usage?days=91", options));
    }
    const accountPath = "/api/v1/account";
    const reporter = { token: (await registerTestClient(placard.url)).token() };
    const [event] = dataOf(await call("listAccountEvents", "GET", `${accountPath}/events`, reporter)).events;
    for (const [id, options] of [
      ["unknown", reporter],
      [event.id, reporter],
      [event.id, reporter],
    ] as const)
      exchanges.push(await call("reportAccountEvent", "POST", `${accountPath}/events/${id}/report`, options));
    exchanges.push(
      await call("getAccount", "GET", accountPath, { token }),
      await call("getAccount", "GET", accountPath),
      await call("updateAccount", "PATCH", accountPath, { token, body: { email, name: "Ada King" } }),
      ...(await sendInvalidBodies("updateAccount", "PATCH", accountPath, token)),
    );
    const deleted = { token: (await registerTestClient(placard.url)).token() };
    exchanges.push(await call("exportAccount", "GET", `${accountPath}/export`, { token }));
    exchanges.push(await call("exportAccount", "GET", `${accountPath}/export`));
    for (let i = 0; i < 2; i++) exchanges.push(await call("deleteAccount", "DELETE", accountPath, deleted));
    const [verification, verify] = [`${accountPath}/verification`, `${accountPath}/verify-email`];
    const { text: mail } = await smtp.waitForMail(email);
    const verifyToken = /token=(\S+)/.exec(mail)?.[1];
    exchanges.push(
      await call("sendVerificationMail", "POST", verification, { token }),
      await call("sendVerificationMail", "POST", verification),
      await call("verifyEmail", "POST", verify, { token, body: { token: verifyToken } }),
      await call("verifyEmail", "POST", verify, { token, body: { token: verifyToken } }),
      ...(await sendInvalidBodies("verifyEmail", "POST", verify, token)),
    );
    const [passkey] = dataOf(await call("listPasskeys", "GET", pathOf("passkeys"), { token })).passkeys;
    const passkeyPath = pathOf(`passkeys/${passkey.id}`);
    exchanges.push(await call("renamePasskey", "PATCH", passkeyPath, { token, body: { name: "Phone" } }));
    exchanges.push(
      await call("renamePasskey", "PATCH", pathOf("passkeys/none"), { token, body: { name: "Phone" } }),
    );
    exchanges.push(...(await sendInvalidBodies("renamePasskey", "PATCH", passkeyPath, token)));
    exchanges.push(await call("deletePasskey", "DELETE", passkeyPath, { token }));
    exchanges.push(await call("deletePasskey", "DELETE", `${passkeyPath}?revokeKeys=1`, { token }));
    exchanges.push(await call("deletePasskey", "DELETE", pathOf("passkeys/none"), { token }));
    const second = createAuthenticator();
    const addition = await post("startRegistration", "register/start", { email, name }, token);
    const newPasskey = { email, credential: second.register(addition.options) };
    await post("finishRegistration", "register/finish", newPasskey, token);
    const codesPath = "/api/v1/account/recovery-codes";
    const createdCodes = await call("createRecoveryCodes", "POST", codesPath, { token });
    exchanges.push(createdCodes, await call("createRecoveryCodes", "POST", codesPath));
    const { sessions } = dataOf(await call("listSessions", "GET", pathOf("sessions"), { token }));
    const other = sessions.find(({ current }: { current: boolean }) => !current);
    exchanges.push(await call("deleteSession", "DELETE", pathOf(`sessions/${other.id}`), { token }));
    exchanges.push(await call("deleteSession", "DELETE", pathOf(`sessions/${other.id}`), { token }));
    const secondLogin = await post("startLogin", "login/start", { email });
    const secondAssertion = { email, credential: second.login(secondLogin.options) };
    const { token: secondToken } = await post("finishLogin", "login/finish", secondAssertion);
    exchanges.push(
      await call("deletePasskey", "DELETE", `${passkeyPath}?revokeKeys=false`, { token: secondToken }),
    );
    exchanges.push(await call("deleteOtherSessions", "DELETE", pathOf("sessions"), { token: secondToken }));
    exchanges.push(await call("deleteOtherSessions", "DELETE", pathOf("sessions")));
    exchanges.push(await call("logout", "POST", pathOf("logout"), { token: secondToken }));
    exchanges.push(await call("logout", "POST", pathOf("logout"), { token: secondToken }));
    const [code] = dataOf(createdCodes).codes;
    const recovery = await post("startRecovery", "recover/start", { email, code });
    const recovered = createAuthenticator().register(recovery.options);
    await post("finishRecovery", "recover/finish", { email, credential: recovered });
    await post("finishRecovery", "recover/finish", { email, credential: recovered });
    await post("startRecovery", "recover/start", { email, code });
    return exchanges;
  };

  const service: RequestSequence = async () => {
    const document = await call("getOpenApi", "GET", "/api/v1/openapi.json");
    const etag = document.response.headers.get("etag") ?? "";
    const exchanges = [document];
    exchanges.push(
      await call("getOpenApi", "GET", "/api/v1/openapi.json", { headers: { "If-None-Match": etag } }),
    );
    exchanges.push(await call("getLiveness", "GET", "/health/live"));
    exchanges.push(await call("getReadiness", "GET", "/health/ready"));
    await placard.redis.kill();
    exchanges.push(await call("getReadiness", "GET", "/health/ready"));
    exchanges.push(
      await call("generateImage", "POST", "/api/v1/og/generate", { token: key, body: generate }),
    );
    return exchanges;
  };

  return [images, templates, publicPlayground, brands, sites, keys, webhooks, accounts, service];
}
