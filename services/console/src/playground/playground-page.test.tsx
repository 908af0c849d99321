import assert from "node:assert/strict";
import { signLink } from "@placard/client";
import { waitFor } from "@testing-library/dom";
import { cardAnswers, eventSample, eventTemplate, renderFakeCard, type CardBody } from "../testing/cards.ts";
import { ApiError } from "../testing/fake-api.ts";
import { openApp, type TestApp } from "../testing/open-app.tsx";

describe("the playground", () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await openApp({ path: "playground", answers: cardAnswers });
    await app.waitFor("Up to date.");
  });
  afterEach(() => app.close());

  const lastBody = () => app.api.requests.at(-1)?.body as CardBody;
  const fact = (name: string) => app.getByText(name, { selector: "dt" }).nextElementSibling?.textContent;
  const failWith = (...details: { path: string; message: string }[]) =>
    app.api.answer("POST /og/templates/preview", new ApiError(400, "validation_failed", details));
  const described = (label: string) => {
    const ids = app.getByLabelText(label).getAttribute("aria-describedby") ?? "";
    return ids.split(" ").map((id) => document.getElementById(id)?.textContent);
  };
  /** Waits until a card with this size was rendered. */
  const rendered = (size: string) => app.findByAltText(new RegExp(`, ${size} pixels$`));

  it("is the first page, and renders the sample of the first template", async () => {
    assert.deepEqual(lastBody(), { template: "event", data: eventSample });
    await app.findByAltText("Image “Quiet Software”, 1200 by 630 pixels");
    assert.equal(app.getByRole("navigation").querySelector("a")?.textContent, "Playground");
    assert.equal(fact("Accepted by"), "WhatsApp, X, LinkedIn, Facebook");
  });

  it("opens the template in the address, and renders each change without its empty fields", async () => {
    app.goTo("playground/note");
    await app.findByText("A note.");
    await app.findByLabelText("Text");
    app.type("Text", "Hello");
    await app.findByAltText(/Hello/);
    assert.deepEqual(lastBody(), { template: "note", data: { text: "Hello" } });
    app.getByLabelText("Event").click();
    await app.findByAltText(/Quiet Software/);
    app.getByLabelText("Note").click();
    await app.findByAltText(/Hello/);
  });

  it("opens an image with its data and options, and keeps what was entered before", async () => {
    app.type("Title *", "Entered");
    await app.findByAltText(/Entered/);
    const image = { template: "note", data: { text: "Hello" }, options: { width: 400, height: 210 } };
    app.api.answer("GET /account/images/image-1", image);
    app.goTo("playground/note/image-1");
    await rendered("400 by 210");
    assert.deepEqual(lastBody(), image);
    app.type("Text", "Changed");
    await app.findByAltText(/Changed/);
    app.goTo("playground");
    await app.findByAltText(/Entered/);
    app.getByLabelText("Note").click();
    await waitFor(() => assert.equal(lastBody().template, "note"));
    assert.notEqual(lastBody().data["text"], "Changed");
  });

  it("suggests a template if the address names none", async () => {
    app.goTo("playground/evnt");
    await app.waitFor(/^Unknown template/);
    app.getByText("event", { selector: "a" }).click();
    await waitFor(() => assert.ok(!app.queryByText(/^Unknown template/)));
  });

  it("adds and removes entries of a list, and moves the focus to them", async () => {
    app.click("Add an entry to Speakers");
    await waitFor(() => assert.equal(document.activeElement?.id, "playground-data-speakers-2-name"));
    assert.ok(app.getByRole("button", { name: "Add an entry to Speakers" }).hasAttribute("disabled"));
    app.click("Remove entry 1 of Speakers");
    app.type("Title *", "Changed");
    await app.findByAltText(/Changed/);
    assert.deepEqual(lastBody().data["speakers"], [{ name: "Grace" }]);
    assert.equal(document.activeElement?.textContent, "Add");
  });

  it("moves an entry of a list by buttons, with the focus", async () => {
    const names = () =>
      [0, 1, 2].map(
        (index) => document.querySelector<HTMLInputElement>(`#playground-data-speakers-${index}-name`)?.value,
      );
    const move = async (index: number, expected: string[], direction = "up") => {
      app.click(`Move entry ${index} of Speakers ${direction}`);
      await waitFor(() => assert.deepEqual(names(), expected));
    };
    app.click("Add an entry to Speakers");
    await app.findByRole("button", { name: "Move entry 3 of Speakers up" });
    await move(3, ["Ada", "", "Grace"]);
    assert.equal(document.activeElement?.getAttribute("aria-label"), "Move entry 2 of Speakers up");
    await move(2, ["", "Ada", "Grace"]);
    assert.equal(document.activeElement?.getAttribute("aria-label"), "Move entry 1 of Speakers down");
    await move(1, ["Ada", "", "Grace"], "down");
    assert.equal(document.activeElement?.getAttribute("aria-label"), "Move entry 2 of Speakers down");
    await move(1, ["", "Ada", "Grace"], "down");
    await move(3, ["", "Grace", "Ada"]);
    app.type("Title *", "Changed");
    await app.findByAltText(/Changed/);
    assert.deepEqual(lastBody().data["speakers"], [{ name: "Grace" }, { name: "Ada" }]);
    assert.ok(app.getByRole("button", { name: "Move entry 1 of Speakers up" }).hasAttribute("disabled"));
  });

  it("shows errors and warnings at the fields that they are about", async () => {
    app.type("Title *", "");
    failWith(
      { path: "/data/title", message: "is required" },
      { path: "/data/speakers/1/name", message: "must be at most 5 characters" },
    );
    await app.waitFor("The image was not rendered. Fix the marked fields.");
    assert.deepEqual(described("Title *"), ["Enter a title."]);
    assert.ok(app.getByText("Name must be at most 5 characters."));
    assert.equal(app.getAllByLabelText("Name *")[1]?.getAttribute("aria-invalid"), "true");
    const warnings = [
      { field: "title", code: "text_shortened", message: "“title” is too long." },
      { field: "brand/logo", code: "image_failed", message: "The image could not be fetched." },
    ];
    app.api.answer("POST /og/templates/preview", (sent) => ({ ...renderFakeCard(sent), warnings }));
    app.type("Title *", "Long");
    await app.waitFor("Up to date, with 2 warnings.");
    assert.deepEqual(described("Title *"), ["Title is too long."]);
    assert.equal(
      app.getByRole("list", { name: "Warnings" }).textContent,
      "Title is too long.Logo of the brand: The image could not be fetched.",
    );
    assert.equal(app.getByLabelText("Title *").getAttribute("aria-invalid"), null);
  });

  it("names the fields of forms in warnings about a brand", async () => {
    const message = "The contrast of `accent` on `ground` is 3.7:1. Use colors with at least 4.5:1.";
    const warnings = [{ field: "brand/colors/accent", code: "low_contrast", message }];
    app.api.answer("POST /og/templates/preview", (sent) => ({ ...renderFakeCard(sent), warnings }));
    app.type("Title *", "Orange");
    await app.waitFor(/^The contrast of “Accent” on “Background color” is 3.7:1/);
    await app.waitFor("Accent of the brand:");
  });

  it("offers the change of the form after which nothing is hard to see, if there is one", async () => {
    const warning = { field: "text", code: "low_contrast", message: "“text” is hard to read." };
    const answerWith = (isHard: (body: CardBody) => boolean) =>
      app.api.answer("POST /og/templates/preview", (sent) => {
        const card = renderFakeCard(sent);
        return isHard(sent.body as CardBody) ? { ...card, warnings: [warning] } : card;
      });
    answerWith(({ data }) => data["accent"] !== undefined);
    app.goTo("playground/note");
    await app.findByLabelText("Accent");
    app.type("Accent", "#777777");
    await app.findByText("Remove the color “Accent”");
    app.click("Remove the color “Accent”");
    await app.waitFor("Up to date.");
    assert.deepEqual(lastBody().data, {});
    answerWith(({ options }) => options?.["brand"] !== "none");
    app.type("Text", "Branded");
    await app.findByText("Render without the brand");
    app.click("Render without the brand");
    await app.waitFor("Up to date.");
    assert.equal(lastBody().options?.["brand"], "none");
    answerWith(() => true);
    app.type("Text", "Hard to read");
    await app.waitFor("Up to date, with 1 warning.");
    assert.equal(app.queryByText(/^(?:Remove the color|Render without)/), null);
  });

  it("renders an image when its URL is complete, and not while it is typed; or uploads a file", async () => {
    app.goTo("playground/note");
    await app.waitFor("A note.");
    const photo = await app.findByLabelText<HTMLInputElement>("Photo");
    app.type("Photo", "https://a.example/p");
    app.type("Text", "Typing");
    await app.findByAltText(/Typing/);
    assert.deepEqual(lastBody().data, { text: "Typing" });
    assert.equal(photo.value, "https://a.example/p");
    app.type("Photo", "https://a.example/photo.png");
    photo.dispatchEvent(new Event("change", { bubbles: true }));
    await waitFor(() => assert.equal(lastBody().data["photo"], "https://a.example/photo.png"));
    app.api.answer("POST /assets", { id: "image-1" });
    const file = app.getByLabelText<HTMLInputElement>("File: Photo");
    Object.defineProperty(file, "files", { value: [new File(["x"], "photo.png")] });
    file.dispatchEvent(new Event("change", { bubbles: true }));
    await waitFor(() => assert.equal(lastBody().data["photo"], "asset:image-1"));
    app.click("Remove: Photo");
    await waitFor(() => assert.deepEqual(lastBody().data, { text: "Typing" }));
  });

  it("sends the output options that differ from the defaults, and shows what the server chose", async () => {
    app.type("Format", "auto");
    app.type("File limit, kB", "30");
    app.type("Scale", "2");
    app.type("Locale", " de ");
    app.type("Brand", "dark");
    await rendered("2400 by 1260");
    assert.deepEqual(lastBody().options, {
      format: "auto",
      maxBytes: 30_000,
      scale: 2,
      locale: "de",
      brand: "dark",
    });
    assert.equal(fact("Format"), "JPEG, quality 71");
    assert.ok(app.getByLabelText("Quality"));
    app.type("Format", "png");
    app.type("Size", "custom");
    app.type(await app.findByLabelText("Width").then(() => "Width"), "400");
    await rendered("800 by 1260");
    assert.equal(app.queryByLabelText("Quality"), null);
  });

  it("shows an error about an option at the option, and opens the options that have one", async () => {
    failWith({ path: "/options/scale", message: "must be 1 for a card of 1080×1080" });
    app.type("Size", "1080x1080");
    await app.waitFor("Scale must be 1 for a card of 1080×1080.");
    assert.deepEqual(described("Scale"), ["Scale must be 1 for a card of 1080×1080."]);
    assert.ok(app.getByText("More options").closest("details")?.open);
  });

  it("keeps what was entered when the page is opened again", async () => {
    app.type("Title *", "Kept");
    app.type("Scale", "2");
    await rendered("2400 by 1260");
    app.goTo("sessions");
    app.api.answer("GET /auth/sessions", { sessions: [] });
    await app.findByRole("heading", { name: "Sessions" });
    app.goTo("playground");
    await app.findByAltText("Image “Kept”, 2400 by 1260 pixels");
  });

  it("covers the parts over which platforms draw", async () => {
    app.getByLabelText("Show safe area").click();
    await app.waitFor("X may draw over the hatched parts. Keep text out of them.");
    assert.equal(document.querySelector<HTMLElement>(".safe-areas div")?.style.top, "86%");
    app.type("Size", "1500x500");
    await app.waitFor("No platform draws over images of this shape.");
  });

  it("writes the files of a site, with the fields of the template as variables", async () => {
    app.getByLabelText("Your site").click();
    await app.findByRole("region", { name: "placard-link.js" });
    app.getByLabelText("Astro").click();
    const layout = await app.findByRole("region", { name: "src/layouts/Post.astro" });
    assert.match(
      layout.textContent,
      /placardLink\(PLACARD_SECRET, "event.png", {\n {2}title: post.title,\n {2}speakers: post.speakers,\n {2}kid/,
    );
  });

  it("signs a link with a key whose secret is entered", async () => {
    const keys = [
      { id: "key-1", name: "site" },
      { id: "key-2", name: "blog" },
    ];
    app.api.answer("GET /signing-keys", { signingKeys: keys });
    app.getByLabelText("Signed link").click();
    await app.waitFor("Enter the secret of the key to sign the link.");
    const expectLink = async (data: object, form: "readable" | "short") => {
      const url = await signLink<string>({
        ...{ baseUrl: "https://og.example.com", kid: "key-1", secret: "plks_secret" },
        ...{ template: "event", format: "png", data: data as Record<string, string>, form },
      });
      await waitFor(() => assert.equal(app.getByLabelText<HTMLInputElement>("Signed link URL").value, url));
    };
    app.type("Secret", " plks_secret ");
    await app.waitFor(/Left out: speakers. Select/);
    await expectLink({ title: eventSample.title }, "readable");
    app.type("Form", "short");
    await expectLink(eventSample, "short");
    app.type("Signing key", "key-2");
    await app.waitFor("Enter the secret of the key to sign the link.");
    assert.equal(app.queryByLabelText("Signed link URL"), null);
  });

  it("creates images of several sizes with the tags for all of them, until the card changes", async () => {
    const url = "https://og.example.com/og/a.png";
    app.api.answer("POST /og/generate", (sent) => {
      const { sizes = [{ width: 1200, height: 630 }] } = (sent.body as CardBody).options as {
        sizes?: { width: number; height: number }[];
      };
      const images = sizes.map((size) => ({ url, format: "png", ...size }));
      return { ...images[0], images };
    });
    app.getByLabelText("Story 1080 × 1920").click();
    app.click("Create image URL for the tags");
    await app.waitFor(/og:image:width/);
    const snippet = app.getByRole("region", { name: "Meta tags" }).textContent;
    assert.equal(snippet.match(/og:image:width/g)?.length, 2);
    assert.equal(snippet.match(/twitter:card/g)?.length, 1);
    assert.equal(app.getByLabelText<HTMLInputElement>("Image URL").value, url);
    app.getByLabelText("Story 1080 × 1920").click();
    await app.waitFor("Create image URL for the tags");
    app.click("Create image URL");
    await app.findByLabelText("Image URL");
    assert.equal(document.activeElement?.textContent, "Copy URL");
    app.type("Title *", "Changed");
    await app.waitFor("Create image URL");
  });

  it("moves the focus to the field because of which an image can't be created", async () => {
    const details = [{ path: "/data/title", message: "is required" }];
    app.api.answer("POST /og/generate", new ApiError(400, "validation_failed", details));
    app.click("Create image URL");
    await app.waitFor("Enter a title.");
    await app.waitFor("The image was not rendered. Fix the marked fields.");
    await waitFor(() => assert.equal(document.activeElement?.id, "playground-data-title"));
    assert.equal(app.queryByText("Failed with validation_failed."), null);
  });

  it("shows code for the card, which contains no secret", async () => {
    app.type("Format", "webp");
    await app.findByText("WebP", { selector: "dd" });
    app.getByLabelText("Signed link").click();
    await app.waitFor(/Left out: speakers/);
    const code = () => document.querySelector(".snippet")?.textContent ?? "";
    assert.match(code(), /event\.webp/);
    assert.match(code(), /PLACARD_SECRET } = process\.env/);
    app.type("Language", "shell");
    await app.waitFor(/openssl dgst/);
    app.getByLabelText("curl").click();
    await app.waitFor(/curl https/);
    app.getByLabelText("TypeScript").click();
    await app.waitFor(/createClient/);
    assert.match(code(), /template: "event"/);
  });
});

describe("the public playground", () => {
  let app: TestApp;
  afterEach(() => app.close());
  const open = async (templates: object) => {
    const config = { signup: "open", hasMail: false, hasPublicPlayground: true, rpId: "og.example.com" };
    app = await openApp({
      isSignedIn: false,
      answers: {
        "GET /auth/config": { ...config, url: "https://og.example.com" },
        "GET /playground/templates": templates,
        "POST /playground/preview": renderFakeCard,
      },
    });
  };

  it("renders cards for people without an account", async () => {
    const { source: _, ...template } = eventTemplate;
    await open({ templates: [{ ...template, example: eventSample }] });
    await app.findByAltText("Image “Quiet Software”, 1200 by 630 pixels");
    app.click("Try it without an account");
    assert.equal(document.activeElement?.id, "public-playground-title");
  });

  it("shows no error to a browser that cached the configuration with the playground", async () => {
    await open(new ApiError(404, "not_found"));
    const isListed = () => app.api.requests.some(({ path }) => path === "/playground/templates");
    await waitFor(() => assert.ok(isListed()));
    await app.waitFor("Sign in");
    assert.doesNotMatch(app.getByRole("status").textContent, /not_found/);
    assert.ok(!app.queryByText("Try it without an account"));
  });
});
