import type { components, paths } from "./api.generated.ts";
import type { DataOfOperation, Input } from "./operations.ts";

type Schemas = components["schemas"];
type Data<Path extends keyof paths, Method extends keyof paths[Path]> = DataOfOperation<paths[Path][Method]>;
type SessionOptions<Path extends keyof paths> =
  Data<Path, "post" & keyof paths[Path]> extends {
    options: infer Options;
  }
    ? Options
    : never;

// Images

export type ImageFormat = Schemas["GeneratedImage"]["format"];
/** The format in a request and the extension of the URL. `auto` chooses PNG or JPEG, whichever is smaller. */
export type OutputFormat = NonNullable<Schemas["OutputOptions"]["format"]>;
/** The output options of an image. */
export type ImageOptions = Input<Schemas["OutputOptions"]>;
/** The output options of a request for one image or for several sizes. */
export type GenerateOptions = Input<Schemas["GenerateOptions"]>;
/** A problem that did not prevent the image from being rendered. */
export type ImageWarning = Schemas["Warning"];
export type GeneratedImage = Schemas["GeneratedImage"];
/** The result of a generate request: the image, of several sizes the first one. */
export type GeneratedImages = Schemas["GeneratedImages"];
/** An image in the list of the account's images. */
export type AccountImage = Schemas["AccountImage"];
/** An image of the account with its data and options. */
export type AccountImageDetails = Schemas["AccountImageDetails"];
/** The result of one request of a batch: what `generateImage` would have resolved or rejected with. */
export type BatchResult = Schemas["BatchResult"];
/** The status of an asynchronous request. */
export type Job = Schemas["Job"];
/** The result of `generateImageAsync`: a cached image, or the id of the job to wait for. */
export type AsyncResult = { status: "done"; result: GeneratedImage } | Schemas["QueuedJob"];
export type CheckedLink = Schemas["CheckedLink"];
export type PageCheck = Schemas["PageCheck"];
export type PagePreview = Schemas["PagePreview"];
export type PageProblem = Schemas["PageProblem"];

// Templates, brands and sites

/** A listed template. */
export type TemplateListing = Schemas["Template"];
/** A template with the source of one version. */
export type TemplateDetails = Schemas["TemplateSource"];
/** Where a template comes from: the release, the operator's folder, or an account. */
export type TemplateSource = TemplateListing["source"];
/** A template as its author wrote it. */
export type TemplateDocument = Schemas["TemplateDocument"];
/** A template that is being edited; it need not be valid. */
export type DraftContent = Input<Schemas["DraftContent"]>;
/** A review as its account sees it, with the comments. */
export type Review = Schemas["Review"];
export type ReviewPicture = Data<"/api/v1/review/picture", "get">;
export type ReviewComment = Schemas["ReviewComment"];
export type NewReviewComment = Input<Schemas["NewReviewComment"]>;
export type TemplateVersion = TemplateDetails["versions"][number];
export type TemplateProblem = Schemas["TemplateProblem"];
export type PublishedTemplate = Schemas["PublishedTemplate"];
/** A card to draw without publishing anything: of a document, or of a published template. */
export type PreviewRequest = Input<Schemas["PreviewRequest"]>;
export type TemplatePreview = Data<"/api/v1/og/templates/preview", "post">;
/** The box of an element on a card, in pixels. */
export type ElementBox = TemplatePreview["boxes"][number];
export type TemplateProof = Schemas["Proof"];
/** One card of a proof, with the current version of the template and with the document. */
export type ProofCase = Schemas["ProofCase"];
export type ProofImage = NonNullable<ProofCase["before"]>;
/** A template of the public playground, with data for a first card. */
export type PlaygroundTemplate = Data<"/api/v1/playground/templates", "get">["templates"][number];
/** A card to preview without an account. */
export type PlaygroundRequest = Input<Schemas["PlaygroundRequest"]>;
export type Brand = Schemas["Brand"];
export type BrandSettings = Input<Schemas["BrandSettings"]>;
export type BrandColors = NonNullable<BrandSettings["colors"]>;
/** A stored image or font, which templates and brands refer to by its ID. */
export type Asset = Schemas["Asset"];
/** A domain whose pages have cards. */
export type Site = Schemas["Site"];
export type SiteSettings = Input<Schemas["SiteSettings"]>;
/** Whether the token of a site was found in one place. */
export type SiteCheck = Schemas["SiteVerification"]["checks"][number];

// Accounts

export type User = Schemas["User"];
export type AccountUser = Schemas["AccountUser"];
export type Account = Data<"/api/v1/account", "get">;
/** Everything that is stored about an account, without secrets. */
export type AccountExport = Schemas["AccountExport"];
export type UpdateAccountRequest = Input<Schemas["AccountUpdate"]>;
export type AccountUsage = Data<"/api/v1/account/usage", "get">;
/** The usage of an account on one day. */
export type DailyUsage = Schemas["DailyUsage"];
export type UsageCounts = Omit<Schemas["KeyUsage"], "keyId">;
export type SecurityEvent = Schemas["SecurityEvent"];
/** What a page needs to know before anyone has signed in. */
export type AuthConfig = Schemas["AuthConfig"];
export type LoginResult = Schemas["SignedIn"];
export type RegistrationResult = Schemas["Registered"];
export type CurrentSession = Schemas["CurrentSession"];
export type ReauthenticationResult = Schemas["Reauthenticated"];
export type Session = Schemas["Session"];
export type Passkey = Schemas["Passkey"];
/** For `PublicKeyCredential.parseCreationOptionsFromJSON` (WebAuthn level 3, clause 5.1.8). */
export type RegistrationOptions = SessionOptions<"/api/v1/auth/register/start">;
/** For `PublicKeyCredential.parseRequestOptionsFromJSON` (clause 5.1.9). */
export type LoginOptions = SessionOptions<"/api/v1/auth/login/start">;
/** A new passkey, as returned by `PublicKeyCredential.toJSON()` (RegistrationResponseJSON). */
export type RegistrationCredential = Input<Schemas["RegistrationFinish"]["credential"]>;
/** A signed challenge, as returned by `PublicKeyCredential.toJSON()` (AuthenticationResponseJSON). */
export type LoginCredential = Input<Schemas["LoginFinish"]["credential"]>;
export type ApiKey = Schemas["ApiKey"];
/** What an API key permits, besides reading templates and jobs. */
export type ApiKeyScope = ApiKey["scopes"][number];
export type CreateApiKeyRequest = Input<Schemas["NewApiKey"]>;
/** A new API key. This is the only response that contains the key itself. */
export type CreatedApiKey = Schemas["CreatedApiKey"];
export type SigningKey = Schemas["SigningKey"];
export type CreateSigningKeyRequest = Input<Schemas["NewSigningKey"]>;
/** A new signing key. This is the only response that contains its secret. */
export type CreatedSigningKey = Schemas["CreatedSigningKey"];

// Webhooks

/** A URL that is called for events of the account. */
export type Webhook = Schemas["Webhook"];
export type WebhookEventType = Webhook["events"][number];
/** A webhook, in the only responses that contain its secret. */
export type WebhookWithSecret = Schemas["WebhookWithSecret"];
export type CreateWebhookRequest = Input<Schemas["NewWebhook"]>;
export type UpdateWebhookRequest = Input<Schemas["WebhookUpdate"]>;
/** One event for one webhook, and the state of its delivery. */
export type WebhookDelivery = Schemas["WebhookDelivery"];
/** The body of a request to a webhook. */
export type WebhookPayload = WebhookDelivery["payload"];
/** The data of each type of events. */
export type WebhookEventData = { [Payload in WebhookPayload as Payload["type"]]: Payload["data"] };
