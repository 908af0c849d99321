interface ErrorDescription {
  readonly status: number;
  /** What failed. */
  readonly message: string;
  /** How to fix it. */
  readonly help: string;
}

/**
 * Every error that a caller can receive. Codes are stable: clients switch on them. The schema of errors, the
 * client's types and the table in docs/api.md derive from these rows.
 */
export const errorCodes = {
  bad_request: {
    status: 400,
    message: "Malformed HTTP request.",
    help: "Check the encoding of the URL and the body, and the header fields.",
  },
  invalid_json: {
    status: 400,
    message: "Request body is not a JSON object.",
    help: "Send a JSON object in UTF-8.",
  },
  validation_failed: {
    status: 400,
    message: "Request body failed validation.",
    help: "Fix the fields listed in `details`.",
  },
  unknown_template: {
    status: 400,
    message: "Unknown template.",
    help: "List the templates to see their names.",
  },
  unauthorized: {
    status: 401,
    message: "Missing, malformed, unknown, expired or revoked credential.",
    help: "Send a valid credential as `Authorization: Bearer …`.",
  },
  authentication_failed: {
    status: 401,
    message: "Passkey verification failed.",
    help: "Start again, and finish within 60 seconds.",
  },
  forbidden: {
    status: 403,
    message: "The request is not permitted.",
    help: "Check that the credential or the link is valid and that the account is enabled.",
  },
  insufficient_scope: {
    status: 403,
    message: "The API key does not have the scope that this request needs.",
    help: "Use a key with the scope.",
  },
  reauthentication_required: {
    status: 403,
    message: "This action needs a sign-in within the last 5 minutes.",
    help: "Re-authenticate with a passkey, which starts with `POST /api/v1/auth/reauthenticate/start`, then retry.",
  },
  passkey_not_permitted: {
    status: 403,
    message: "This service accepts only passkeys that stay on one device, and this one can be synchronized.",
    help: "Use a security key or another device-bound passkey. To add one to your account, use a recovery code.",
  },
  signup_closed: {
    status: 403,
    message: "Registration is not open to this email address.",
    help: "Ask the operator of this service for an invitation.",
  },
  not_found: {
    status: 404,
    message: "Not found, or owned by another account.",
    help: "Check the path and the ID.",
  },
  method_not_allowed: {
    status: 405,
    message: "Method not allowed.",
    help: "Use one of the methods in the `Allow` header.",
  },
  email_taken: {
    status: 409,
    message: "An account with this email address already exists.",
    help: "Sign in to add a passkey to it.",
  },
  last_passkey: {
    status: 409,
    message: "The last passkey of an account can't be deleted.",
    help: "Add another passkey first.",
  },
  asset_in_use: {
    status: 409,
    message: "A brand or a template uses the asset.",
    help: "Remove it from the brand, or delete the template, then retry.",
  },
  limit_reached: {
    status: 409,
    message: "The account has the maximum number of these.",
    help: "Delete or revoke one that you no longer use, then retry.",
  },
  template_exists: {
    status: 409,
    message: "A template with this ID already exists.",
    help: "Publish a version of it, or use another ID.",
  },
  template_archived: {
    status: 409,
    message: "The template is archived.",
    help: "Restore it with `isArchived: false`, then retry.",
  },
  webhook_disabled: {
    status: 409,
    message: "The webhook is disabled.",
    help: "Enable it with `isEnabled: true`, then retry.",
  },
  gone: {
    status: 410,
    message: "The template or template version no longer exists.",
    help: "Use a current template.",
  },
  conflict: {
    status: 412,
    message: "The resource was changed since it was read.",
    help: "Get it, and send its current `ETag` in `If-Match`.",
  },
  payload_too_large: {
    status: 413,
    message: "Request body too large.",
    help: "The limit is 64 KiB, 256 KiB for a template, 128 KiB for a draft or a review, 1 MiB for a batch, 4 MiB for an image, or 2 MiB for a font.",
  },
  unsupported_media_type: {
    status: 415,
    message: "Unsupported media type.",
    help: "Send JSON in UTF-8 with `Content-Type: application/json`.",
  },
  rate_limited: {
    status: 429,
    message: "Rate limit exceeded.",
    help: "Retry after the `Retry-After` interval.",
  },
  quota_exceeded: {
    status: 429,
    message: "The account has used up its daily quota.",
    help: "Retry after the `Retry-After` interval.",
  },
  internal_error: {
    status: 500,
    message: "Internal error.",
    help: "Retry, and include the request ID if the problem persists.",
  },
  render_failed: {
    status: 500,
    message: "Rendering failed.",
    help: "Retry, and include the request ID if the problem persists.",
  },
  overloaded: {
    status: 503,
    message: "The render queue is full.",
    help: "Retry after the `Retry-After` interval.",
  },
  unavailable: {
    status: 503,
    message: "A required service is unavailable.",
    help: "Retry after the `Retry-After` interval.",
  },
  render_timeout: {
    status: 504,
    message: "Rendering timed out.",
    help: "It continues in the background: send the same request again to get the image. A request with `cache: false` starts a new render instead.",
  },
} as const satisfies Record<string, ErrorDescription>;

/** The stable, snake_case name of one kind of error. */
export type ErrorCode = keyof typeof errorCodes;

/** The message of an error about which nothing else is known: what failed, and how to fix it. */
export function defaultMessage(code: ErrorCode): string {
  const { message, help } = errorCodes[code];
  return `${message} ${help}`;
}
