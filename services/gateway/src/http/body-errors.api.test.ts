import assert from "node:assert/strict";
import { getSharedPlacard, type SharedPlacard } from "@placard/testing";
import request from "supertest";

const title = "Hello";

describe("the error message for a request body", () => {
  let placard: SharedPlacard;
  before(async () => {
    placard = await getSharedPlacard();
  });

  const generatePath = "/api/v1/og/generate";
  const send = (
    body: string | Buffer,
    { path = generatePath, type = "application/json", headers = {} } = {},
  ) =>
    fetch(placard.url + path, {
      method: "POST",
      headers: { Authorization: `Bearer ${placard.key}`, "Content-Type": type, ...headers },
      body,
    }).then(async (response) => ({
      status: response.status,
      error: ((await response.json()) as { error: { code: string; message: string } }).error,
    }));
  const post = (body: object) =>
    request(placard.url).post(generatePath).set("Authorization", `Bearer ${placard.key}`).send(body);

  it("says why it is not a JSON object", async () => {
    const cases: [string | Buffer, string][] = [
      ["", "Request body is empty. Send a JSON object."],
      ["  \n", "Request body is empty. Send a JSON object."],
      [
        '{"template":"blog","data":{"title":"x",}}',
        "Invalid JSON at line 1, column 39: trailing comma. Remove the comma before `}`.",
      ],
      [
        "{'template':'blog'}",
        "Invalid JSON at line 1, column 2: invalid name or value. Names and texts need straight double quotation marks; other values are numbers, `true`, `false` and `null`.",
      ],
      [
        '{"template":"blog"',
        "Invalid JSON at line 1, column 19: the body ends before it is complete. Send the whole body.",
      ],
      [
        '[{"template":"blog","data":{"title":"x"}}]',
        'Request body is an array. Send one request as a JSON object, or several as `{"requests": […]}` to /api/v1/og/generate/batch.',
      ],
      ["null", "Request body is null. Send a JSON object."],
      ["5", "Request body is a number. Send a JSON object."],
      ["true", "Request body is a boolean. Send a JSON object."],
      [JSON.stringify("{}"), "Request body is a string. Send a JSON object."],
      [Buffer.from('{"template":"caf\xe9"}', "latin1"), "Request body is not UTF-8. Encode it in UTF-8."],
    ];
    for (const [body, message] of cases) {
      const { status, error } = await send(body);
      assert.deepEqual([status, error.code, error.message], [400, "invalid_json", message]);
    }
    const array = await send("[]", { path: "/api/v1/auth/login/start" });
    assert.equal(array.error.message, "Request body is an array. Send a JSON object.");
    const withMark = await send('\ufeff{"template":"blog","data":{}}');
    assert.equal(withMark.error.code, "validation_failed", "a byte order mark is permitted");
  });

  it("says which media type to send", async () => {
    const remedy = "Send JSON in UTF-8 with `Content-Type: application/json`.";
    const cases: [string, string][] = [
      ["", `Missing \`Content-Type\` header. ${remedy}`],
      ["application/x-www-form-urlencoded", `Unsupported media type. ${remedy}`],
      ["text/plain", `Unsupported media type. ${remedy}`],
      ["multipart/form-data; boundary=x", `Unsupported media type. ${remedy}`],
      ["application/json; charset=iso-8859-1", `Unsupported charset. ${remedy}`],
    ];
    for (const [type, message] of cases) {
      const { status, error } = await send('{"template":"blog"}', { type });
      assert.deepEqual([status, error.code, error.message], [415, "unsupported_media_type", message]);
    }
  });

  it("says what is wrong with its encoding, or with a file in a form", async () => {
    const encoded = (encoding: string, path?: string) =>
      send("{}", { headers: { "Content-Encoding": encoding }, ...(path !== undefined && { path }) });
    const cases = [
      [await encoded("zstd"), 415, /^Unsupported `Content-Encoding`\. Send the body without this header\.$/],
      [await encoded("gzip", "/api/v1/assets"), 415, /^Unsupported `Content-Encoding`\./],
      [await encoded("gzip"), 400, /^Request body is not encoded as `Content-Encoding` says\./],
      [await send("--x", { path: "/api/v1/assets", type: "multipart/form-data" }), 415, /the body itself/],
    ] as const;
    for (const [{ status, error }, expected, message] of cases) {
      assert.equal(status, expected);
      assert.match(error.message, message);
    }
  });

  it("names the limit that a body exceeds", async () => {
    const large = JSON.stringify({ template: "blog", data: { title: "x".repeat(70_000) } });
    const { status, error } = await send(large);
    assert.deepEqual([status, error.message], [413, "Request body is too large. Send at most 64 KiB."]);
    const batch = await send(" ".repeat(1_048_577), { path: `${generatePath}/batch` });
    assert.equal(batch.error.message, "Request body is too large. Send at most 1 MiB.");
  });

  it("describes each invalid field: what it must be, what it is, and what was probably meant", async () => {
    const blog = (data: object, options?: object) => ({
      template: "blog",
      data: { title, ...data },
      options,
    });
    const known = "is not a known field";
    const cases: [object, string, string][] = [
      [{ template: "blog", data: {} }, "/data/title", "is required"],
      [{ data: { title } }, "/template", "is required"],
      [{ template: "blog" }, "/data", "is required"],
      [
        { template: 5, data: {} },
        "/template",
        "must be a string; this is a number: put it in quotation marks",
      ],
      [{ template: "blog", data: "x" }, "/data", "must be an object; this is `x`"],
      [{ template: "blog", data: [] }, "/data", "must be an object; this is an array"],
      [{ template: "blog", data: { title: null } }, "/data/title", "is required; this is null"],
      [blog({ title: "x".repeat(301) }), "/data/title", "must have at most 300 characters; this has 301"],
      [blog({ title: " " }), "/data/title", "must contain at least one visible character"],
      [blog({ title: 2027 }), "/data/title", "must be a string; this is a number: put it in quotation marks"],
      [blog({ author: { name: "Ada" } }), "/data/author", "must be a string; this is an object"],
      [blog({ author: ["Ada"] }), "/data/author", "must be a string; this is an array"],
      [blog({ readtime: "5 min" }), "/data/readtime", `${known}. Did you mean \`readTime\`?`],
      [blog({ read_time: "5 min" }), "/data/read_time", `${known}. Did you mean \`readTime\`?`],
      [blog({ desc: "x" }), "/data/desc", `${known}. Did you mean \`description\`?`],
      [blog({ width: 800 }), "/data/width", `${known} here. Did you mean \`options.width\`?`],
      [blog({ format: "jpeg" }), "/data/format", `${known} here. Did you mean \`options.format\`?`],
      [{ ...blog({}), width: 800 }, "/width", `${known} here. Did you mean \`options.width\`?`],
      [{ ...blog({}), titel: "x" }, "/titel", `${known} here. Did you mean \`data.title\`?`],
      [{ template: "blog", title }, "/title", `${known} here. Did you mean \`data.title\`?`],
      [{ ...blog({}), option: {} }, "/option", `${known}. Did you mean \`options\`?`],
      [
        { requests: [blog({})] },
        "/requests",
        `${known} here. Did you mean \`POST /api/v1/og/generate/batch\`?`,
      ],
      [{ ...blog({}), extra: 1 }, "/extra", `${known}; known fields are template, data, options`],
      [blog({}, { title: "x" }), "/options/title", `${known} here. Did you mean \`data.title\`?`],
      [blog({}, { widht: 800 }), "/options/widht", `${known}. Did you mean \`width\`?`],
      [
        blog({}, { format: "jpg" }),
        "/options/format",
        "must be one of png, jpeg, webp, auto; this is `jpg`. Did you mean `jpeg`?",
      ],
      [
        blog({}, { format: "PNG" }),
        "/options/format",
        "must be one of png, jpeg, webp, auto; this is `PNG`. Did you mean `png`?",
      ],
      [blog({}, { format: "pdf" }), "/options/format", "must be one of png, jpeg, webp, auto; this is `pdf`"],
      [
        blog({}, { width: "1200" }),
        "/options/width",
        "must be an integer; this is a string: remove the quotation marks",
      ],
      [blog({}, { width: "wide" }), "/options/width", "must be an integer; this is `wide`"],
      [blog({}, { width: "x".repeat(41) }), "/options/width", "must be an integer; this is a string"],
      [blog({}, { width: null, height: [] }), "/options/height", "must be an integer; this is an array"],
      [blog({}, { width: 800.5 }), "/options/width", "must be an integer; this is 800.5"],
      [blog({}, { width: 100 }), "/options/width", "must be at least 200; this is 100"],
      [blog({}, { height: 4000 }), "/options/height", "must be at most 2048; this is 4000"],
      [blog({}, { quality: 0 }), "/options/quality", "must be at least 1; this is 0"],
      [
        blog({}, { cache: "false" }),
        "/options/cache",
        "must be true or false; this is a string: remove the quotation marks",
      ],
      [blog({}, { cache: 0 }), "/options/cache", "must be true or false; this is 0"],
      [blog({}, { format: 5 }), "/options/format", "must be one of png, jpeg, webp, auto; this is 5"],
      [
        { template: "product", data: { name: "Lamp", image: "lamp.png" } },
        "/data/image",
        "must be an absolute http or https URL, or `asset:` and the ID of an image of the account",
      ],
    ];
    for (const [body, path, message] of cases) {
      const { status, body: response } = await post(body);
      assert.deepEqual([status, response.error.code], [400, "validation_failed"], JSON.stringify(body));
      const detail = response.error.details.find((each: { path: string }) => each.path === path);
      assert.equal(detail?.message, message, `${path}: ${JSON.stringify(response.error.details)}`);
    }
  });

  it("starts with a name that was probably meant", async () => {
    const { body } = await post({ template: "blog", data: { titel: "x" } });
    assert.match(body.error.message, /^`data\.titel` is not a known field\. Did you mean `title`\?/);
  });

  it("names the brand that was probably meant, or the brands of the account", async () => {
    const account = await placard.createAccount();
    const messageFor = async (brand: string) => {
      const body = { template: "blog", data: { title }, options: { brand } };
      const response = await request(placard.url)
        .post(generatePath)
        .set("Authorization", `Bearer ${account.key}`)
        .send(body)
        .expect(400);
      return response.body.error.details[0].message;
    };
    const problem = "must be the name of a brand of this account, or `none`; this is";
    assert.equal(await messageFor("acme"), `${problem} \`acme\`. The account has no brands`);
    for (const name of ["acme", "globex"])
      await request(placard.url)
        .put(`/api/v1/brands/${name}`)
        .set("Authorization", `Bearer ${account.key}`)
        .send({ site: "example.com" })
        .expect(201);
    assert.equal(await messageFor("acmee"), `${problem} \`acmee\`. Did you mean \`acme\`?`);
    assert.equal(
      await messageFor("default"),
      `${problem} \`default\`. The account has the brands \`acme\`, \`globex\``,
    );
  });

  it("names the template that was probably meant", async () => {
    const names = /Use one of: blog, .*; or a template of your account\.$/;
    const cases = [
      ["bolg", "Unknown template. Did you mean `blog`? "],
      ["Blog", "Unknown template. Did you mean `blog`? "],
      ["products", "Unknown template. Did you mean `product`? "],
      ["", "Unknown template. Use one of: "],
      ["poster", "Unknown template. Use one of: "],
    ] as const;
    for (const [template, start] of cases) {
      const { status, body } = await post({ template, data: { title } });
      assert.deepEqual([status, body.error.code], [400, "unknown_template"]);
      assert.ok(body.error.message.startsWith(start), body.error.message);
      assert.match(body.error.message, names);
    }
  });

  it("of a batch is the same for each request", async () => {
    const requests = [[], "x", { template: "blog", data: { title: 5 } }, { template: "bolg", data: {} }];
    const { status, body } = await request(placard.url)
      .post(`${generatePath}/batch`)
      .set("Authorization", `Bearer ${placard.key}`)
      .send({ requests });
    assert.equal(status, 200);
    const messages = body.data.results.map(({ error }: { error: { message: string } }) => error.message);
    const objectNeeded = /^Request body must be an object; this is (an array|`[^`]+`)\. Fix the fields/;
    for (const message of messages.slice(0, 2)) assert.match(message, objectNeeded);
    assert.match(messages[3], /Did you mean `blog`/);
  });

  it("is absent if optional fields are null", async () => {
    const body = { template: "blog", data: { title, author: null, date: null }, options: null };
    await post(body).expect(200);
  });
});
