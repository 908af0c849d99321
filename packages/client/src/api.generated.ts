// Generated from the OpenAPI document by `npm run generate`. Do not edit.

/** The names that can't be data of readable signed links. */
export const linkParameters: readonly string[] = [
  "kid",
  "exp",
  "sig",
  "width",
  "height",
  "quality",
  "scale",
  "maxBytes",
  "locale",
  "layout",
  "focus",
  "brand",
];

export interface paths {
  "/api/v1/account": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get your account */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The user, and how much the account has */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: {
                user: components["schemas"]["AccountUser"];
                summary: components["schemas"]["AccountSummary"];
              };
            };
          };
        };
      };
    };
    put?: never;
    post?: never;
    /** Delete your account */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The account is deleted, and the deletion of its images has started */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: Record<string, never>;
            };
          };
        };
      };
    };
    options?: never;
    head?: never;
    /** Change your name or email address */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["AccountUpdate"];
        };
      };
      responses: {
        /** @description The user */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: {
                user: components["schemas"]["AccountUser"];
                /**
                 * Format: email
                 * @description the new email address, if the account gets it only when it is verified
                 */
                pendingEmail?: string;
              };
            };
          };
        };
      };
    };
    trace?: never;
  };
  "/api/v1/account/events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List security events */
    get: {
      parameters: {
        query?: {
          /** @description The maximum number of items. Without it, the list is complete. */
          limit?: number;
          /** @description The `nextCursor` of the previous page. Without it, the list starts at its first item. */
          cursor?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The events */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: {
                events: components["schemas"]["SecurityEvent"][];
                /** @description the `cursor` of the next page; null at the end of the list */
                nextCursor: string | null;
              };
            };
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/account/events/{id}/report": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Report a security event that was not you */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description The ID of the event */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description How much was revoked */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["ReportedEvent"];
            };
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/account/export": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Export your account */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The export */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["AccountExport"];
            };
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/account/images": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List your images */
    get: {
      parameters: {
        query?: {
          /** @description The `nextCursor` of the previous page. Without it, the list starts at its first item. */
          cursor?: string;
          /** @description The maximum number of images */
          limit?: number;
          /** @description Words that the texts of the image's data or the template's ID contain, without regard to case, or the image's ID */
          q?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The images */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: {
                images: components["schemas"]["AccountImage"][];
                /** @description the `cursor` of the next page; null at the end of the list */
                nextCursor: string | null;
              };
            };
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/account/images/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get an image of your account */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description The image ID: the last part of the link, without the extension */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The image */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["AccountImageDetails"];
            };
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/account/images/{id}/render": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Render an image again */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description The image ID: the last part of the link, without the extension */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The image */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["AccountImageDetails"];
            };
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/account/recovery-codes": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Create recovery codes */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The codes, which are shown only in this response */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["CreatedRecoveryCodes"];
            };
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/account/usage": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the usage of your account by day */
    get: {
      parameters: {
        query?: {
          /** @description The number of days, including today (UTC) */
          days?: number;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The usage */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: {
                days: components["schemas"]["DailyUsage"][];
                /** @description the daily quota of renders; null if there is none */
                rendersPerDay: number | null;
              };
            };
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/account/verification": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Send the verification mail again */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The mail will be sent */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: Record<string, never>;
            };
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/account/verify-email": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Verify an email address */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["EmailVerification"];
        };
      };
      responses: {
        /** @description The address that is verified now */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: {
                /** Format: email */
                email: string;
              };
            };
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/assets": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List your images and fonts */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The assets, and how much of the quota they use */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: {
                assets: components["schemas"]["Asset"][];
                /** @description the total size of the assets */
                usedBytes: number;
                /** @description the quota of the account */
                maxBytes: number;
              };
            };
          };
        };
      };
    };
    put?: never;
    /** Upload an image or a font */
    post: {
      parameters: {
        query?: {
          /** @description Fixes the weight of a variable font. By default, each text chooses its weight. */
          weight?: number;
          /** @description Fixes positions on other axes of a variable font. By default, each text chooses them. Values outside of an axis are moved to its end. */
          axes?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/octet-stream": string;
        };
      };
      responses: {
        /** @description The account already has this asset, which is returned */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["Asset"];
            };
          };
        };
        /** @description The new asset */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["Asset"];
            };
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/assets/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the file of an asset */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description The asset ID */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The stored file */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "image/png": string;
            "image/jpeg": string;
            "image/webp": string;
            "image/svg+xml": string;
            "font/ttf": string;
            "font/otf": string;
          };
        };
      };
    };
    put?: never;
    post?: never;
    /** Delete an asset */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description The asset ID */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The asset is deleted */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: Record<string, never>;
            };
          };
        };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/config": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the settings of sign-up and passkeys */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The settings */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["AuthConfig"];
            };
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/login/finish": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Finish login */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["LoginFinish"];
        };
      };
      responses: {
        /** @description The session */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["SignedIn"];
            };
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/login/start": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Start login */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["LoginStart"];
        };
      };
      responses: {
        /** @description The options. Their challenge is valid once, for 65 s. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: {
                /** @description PublicKeyCredentialRequestOptionsJSON (WebAuthn level 3, clause 5.1.10) */
                options: {
                  /** @description base64url */
                  challenge: string;
                  /** @description ms */
                  timeout?: number;
                  /** @description what browsers should offer first */
                  hints?: ("security-key" | "client-device" | "hybrid")[];
                  rpId?: string;
                  /** @enum {unknown} */
                  userVerification?: "discouraged" | "preferred" | "required";
                  allowCredentials: {
                    /** @description base64url */
                    id: string;
                    /** @constant */
                    type: "public-key";
                    transports?: string[];
                  }[];
                };
              };
            };
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/logout": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Revoke the current session */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The session is revoked */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: Record<string, never>;
            };
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/passkeys": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List your passkeys */
    get: {
      parameters: {
        query?: {
          /** @description The maximum number of items. Without it, the list is complete. */
          limit?: number;
          /** @description The `nextCursor` of the previous page. Without it, the list starts at its first item. */
          cursor?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The passkeys */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: {
                passkeys: components["schemas"]["Passkey"][];
                /** @description the `cursor` of the next page; null at the end of the list */
                nextCursor: string | null;
              };
            };
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/passkeys/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Delete a passkey */
    delete: {
      parameters: {
        query?: {
          /** @description `false` keeps the API keys, signing keys, webhooks and recovery codes that were created with the passkey */
          revokeKeys?: boolean;
        };
        header?: never;
        path: {
          /** @description The ID of the passkey */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The passkey is deleted */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: Record<string, never>;
            };
          };
        };
      };
    };
    options?: never;
    head?: never;
    /** Rename a passkey */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description The ID of the passkey */
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["PasskeyUpdate"];
        };
      };
      responses: {
        /** @description The passkey */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["Passkey"];
            };
          };
        };
      };
    };
    trace?: never;
  };
  "/api/v1/auth/reauthenticate/finish": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Finish re-authentication */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["ReauthenticationFinish"];
        };
      };
      responses: {
        /** @description The session */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["Reauthenticated"];
            };
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/reauthenticate/start": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Start re-authentication */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The options. Their challenge is valid once, for 65 s, and not for a login. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: {
                /** @description PublicKeyCredentialRequestOptionsJSON (WebAuthn level 3, clause 5.1.10) */
                options: {
                  /** @description base64url */
                  challenge: string;
                  /** @description ms */
                  timeout?: number;
                  /** @description what browsers should offer first */
                  hints?: ("security-key" | "client-device" | "hybrid")[];
                  rpId?: string;
                  /** @enum {unknown} */
                  userVerification?: "discouraged" | "preferred" | "required";
                  allowCredentials: {
                    /** @description base64url */
                    id: string;
                    /** @constant */
                    type: "public-key";
                    transports?: string[];
                  }[];
                };
              };
            };
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/recover/finish": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Finish recovery */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["RecoveryFinish"];
        };
      };
      responses: {
        /** @description The account and a session */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["Registered"];
            };
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/recover/start": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Start recovery */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["RecoveryStart"];
        };
      };
      responses: {
        /** @description The options. Their challenge is valid once, for 65 s, and only for a recovery. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: {
                /** @description PublicKeyCredentialCreationOptionsJSON (WebAuthn level 3, clause 5.1.9) */
                options: {
                  /** @description base64url */
                  challenge: string;
                  /** @description ms */
                  timeout?: number;
                  /** @description what browsers should offer first */
                  hints?: ("security-key" | "client-device" | "hybrid")[];
                  rp: {
                    name: string;
                    id?: string;
                  };
                  user: {
                    /** @description base64url */
                    id: string;
                    name: string;
                    displayName: string;
                  };
                  pubKeyCredParams: {
                    alg: number;
                    /** @constant */
                    type: "public-key";
                  }[];
                  /** @enum {unknown} */
                  attestation?: "none" | "indirect" | "direct" | "enterprise";
                  authenticatorSelection?: {
                    /** @enum {unknown} */
                    residentKey?: "discouraged" | "preferred" | "required";
                    /** @enum {unknown} */
                    userVerification?: "discouraged" | "preferred" | "required";
                  };
                  excludeCredentials?: {
                    /** @description base64url */
                    id: string;
                    /** @constant */
                    type: "public-key";
                    transports?: string[];
                  }[];
                };
              };
            };
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/register/finish": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Finish registration */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["RegistrationFinish"];
        };
      };
      responses: {
        /** @description The account and a session */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["Registered"];
            };
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/register/start": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Start registration */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["RegistrationStart"];
        };
      };
      responses: {
        /** @description The options. Their challenge is valid once, for 65 s. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: {
                /** @description PublicKeyCredentialCreationOptionsJSON (WebAuthn level 3, clause 5.1.9) */
                options: {
                  /** @description base64url */
                  challenge: string;
                  /** @description ms */
                  timeout?: number;
                  /** @description what browsers should offer first */
                  hints?: ("security-key" | "client-device" | "hybrid")[];
                  rp: {
                    name: string;
                    id?: string;
                  };
                  user: {
                    /** @description base64url */
                    id: string;
                    name: string;
                    displayName: string;
                  };
                  pubKeyCredParams: {
                    alg: number;
                    /** @constant */
                    type: "public-key";
                  }[];
                  /** @enum {unknown} */
                  attestation?: "none" | "indirect" | "direct" | "enterprise";
                  authenticatorSelection?: {
                    /** @enum {unknown} */
                    residentKey?: "discouraged" | "preferred" | "required";
                    /** @enum {unknown} */
                    userVerification?: "discouraged" | "preferred" | "required";
                  };
                  excludeCredentials?: {
                    /** @description base64url */
                    id: string;
                    /** @constant */
                    type: "public-key";
                    transports?: string[];
                  }[];
                };
              };
            };
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/session": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the current session and its user */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The session */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["CurrentSession"];
            };
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/sessions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List your sessions */
    get: {
      parameters: {
        query?: {
          /** @description The maximum number of items. Without it, the list is complete. */
          limit?: number;
          /** @description The `nextCursor` of the previous page. Without it, the list starts at its first item. */
          cursor?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The sessions */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: {
                sessions: components["schemas"]["Session"][];
                /** @description the `cursor` of the next page; null at the end of the list */
                nextCursor: string | null;
              };
            };
          };
        };
      };
    };
    put?: never;
    post?: never;
    /** Revoke all other sessions */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The other sessions are revoked */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: Record<string, never>;
            };
          };
        };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/auth/sessions/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Revoke a session */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description The ID of the session */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The session is revoked */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: Record<string, never>;
            };
          };
        };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/brands": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List your brands */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The brands, by name */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: {
                brands: components["schemas"]["Brand"][];
              };
            };
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/brands/{name}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get a brand */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description The name: lower-case letters, digits and hyphens, at most 40 characters */
          name: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The brand */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["Brand"];
            };
          };
        };
      };
    };
    /** Create or replace a brand */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description The name: lower-case letters, digits and hyphens, at most 40 characters */
          name: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["BrandSettings"];
        };
      };
      responses: {
        /** @description The brand, replaced */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["Brand"];
            };
          };
        };
        /** @description The new brand */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["Brand"];
            };
          };
        };
      };
    };
    post?: never;
    /** Delete a brand */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description The name: lower-case letters, digits and hyphens, at most 40 characters */
          name: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The brand is deleted */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: Record<string, never>;
            };
          };
        };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/check": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Check the card of a page */
    get: {
      parameters: {
        query: {
          /** @description The http or https URL of the page, percent-encoded */
          url: string;
          /** @description Whether the response has the file of the page's image */
          image?: boolean;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The result of the check */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["PageCheck"];
            };
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/keys": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List your API keys */
    get: {
      parameters: {
        query?: {
          /** @description The maximum number of items. Without it, the list is complete. */
          limit?: number;
          /** @description The `nextCursor` of the previous page. Without it, the list starts at its first item. */
          cursor?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The API keys */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: {
                keys: components["schemas"]["ApiKey"][];
                /** @description the `cursor` of the next page; null at the end of the list */
                nextCursor: string | null;
              };
            };
          };
        };
      };
    };
    put?: never;
    /** Create an API key */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["NewApiKey"];
        };
      };
      responses: {
        /** @description The API key. Its `key` is shown only in this response. */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["CreatedApiKey"];
            };
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/keys/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Revoke an API key */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description The ID of the API key */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The API key is revoked */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: Record<string, never>;
            };
          };
        };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/og/check-link": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Check a signed link */
    get: {
      parameters: {
        query: {
          /** @description The link, percent-encoded */
          url: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The result of the check */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["CheckedLink"];
            };
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/og/drafts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List your drafts */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The IDs and names of their templates */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: {
                drafts: {
                  id: string;
                  /** @description the name in `template.json`, or the ID if it has none */
                  name: string;
                  /** Format: date-time */
                  updatedAt: string;
                }[];
              };
            };
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/og/generate": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Generate an image */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["GenerateRequest"];
        };
      };
      responses: {
        /** @description The image is ready */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["GeneratedImages"];
            };
          };
        };
        /** @description The image will be rendered; only with `Prefer: respond-async` */
        202: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["QueuedJob"];
            };
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/og/generate/batch": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Generate up to 50 images */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["Batch"];
        };
      };
      responses: {
        /** @description The result of each request, in the same order */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: {
                results: components["schemas"]["BatchResult"][];
              };
            };
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/og/images/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Delete an image */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description The image ID: the last part of the link, without the extension */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The image is deleted */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: Record<string, never>;
            };
          };
        };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/og/jobs/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the status of an asynchronous request */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description The ID from the 202 response */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The status of the job */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["Job"];
            };
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/og/reviews": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List your reviews */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The reviews */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: {
                reviews: components["schemas"]["Review"][];
              };
            };
          };
        };
      };
    };
    put?: never;
    /** Send a template for review */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["TemplateDocument"];
        };
      };
      responses: {
        /** @description The review, with its link */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: {
                id: string;
                /** @description the ID of the template */
                template: string;
                /** Format: date-time */
                createdAt: string;
                /** Format: date-time */
                expiresAt: string;
                /**
                 * Format: uri
                 * @description the link, which is shown this once
                 */
                url: string;
              };
            };
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/og/reviews/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Revoke the link of a review */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description The review ID */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The link does not work any more */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: Record<string, never>;
            };
          };
        };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/og/starting-points": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List starting points */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The documents */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: {
                startingPoints: components["schemas"]["TemplateDocument"][];
              };
            };
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/og/templates": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List templates */
    get: {
      parameters: {
        query?: {
          /** @description `true` lists your archived templates as well */
          archived?: boolean;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The built-in templates, the operator's and your own, each with the JSON Schema of its data */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: {
                templates: components["schemas"]["Template"][];
              };
            };
          };
        };
      };
    };
    put?: never;
    /** Create a template */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["TemplateDocument"];
        };
      };
      responses: {
        /** @description The template, and its first version */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["PublishedTemplate"];
            };
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/og/templates/lint": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Check a template without publishing it */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["TemplateDocument"];
        };
      };
      responses: {
        /** @description All problems of the document; without errors among them, it can be published */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: {
                problems: components["schemas"]["TemplateProblem"][];
              };
            };
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/og/templates/preview": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Preview a template */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["PreviewRequest"];
        };
      };
      responses: {
        /** @description The preview */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: {
                /** @description the encoded image, in base64 */
                image: string;
                /** @enum {string} */
                format: "png" | "jpeg" | "webp";
                /** @description the quality that was chosen, from 1 to 100; only of jpeg and webp images with `maxBytes` or the format `auto` */
                quality?: number;
                width: number;
                height: number;
                warnings: components["schemas"]["Warning"][];
                /** @description the boxes of the elements, in pixels */
                boxes: {
                  /** @description the positions of the element and its ancestors among their siblings */
                  path: string;
                  x: number;
                  y: number;
                  width: number;
                  height: number;
                  /** @description its class names, if they depend on the data */
                  classes?: string[];
                  /**
                   * @description present if its text is written from right to left
                   * @constant
                   */
                  isRightToLeft?: true;
                  /** @description the area of its text and how that starts: lengths in pixels, and values of CSS */
                  text?: {
                    x: number;
                    y: number;
                    width: number;
                    height: number;
                    fontSize: number;
                    /** @description the height of its first line */
                    lineHeight: number;
                    letterSpacing: number;
                    /** @description the names of its fonts by preference */
                    fontFamily: string[];
                    fontWeight: number;
                    textAlign: string;
                    color: string;
                  };
                }[];
                /** @description warnings about the document */
                problems: components["schemas"]["TemplateProblem"][];
                /** @description the values of the brand's custom properties on the card of a document */
                variables?: {
                  [key: string]: string;
                };
              };
            };
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/og/templates/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get a template with its source */
    get: {
      parameters: {
        query?: {
          /** @description The number of a version. Without it, the current one is returned. */
          version?: number;
        };
        header?: never;
        path: {
          /** @description The template ID, also with a version: `name@version` */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The template */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["TemplateSource"];
            };
          };
        };
      };
    };
    put?: never;
    post?: never;
    /** Delete a template */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description The template ID */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The template is deleted */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: Record<string, never>;
            };
          };
        };
      };
    };
    options?: never;
    head?: never;
    /** Archive or restore a template */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description The template ID */
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            isArchived: boolean;
          };
        };
      };
      responses: {
        /** @description The state */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: {
                id: string;
                /** @description not listed by default, and without new versions */
                isArchived: boolean;
              };
            };
          };
        };
      };
    };
    trace?: never;
  };
  "/api/v1/og/templates/{id}/draft": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get a draft */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description The template ID */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The draft */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["Draft"];
            };
          };
        };
      };
    };
    /** Create or replace a draft */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description The template ID */
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["DraftContent"];
        };
      };
      responses: {
        /** @description The draft */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["Draft"];
            };
          };
        };
      };
    };
    post?: never;
    /** Delete a draft */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description The template ID */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The draft is deleted */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: Record<string, never>;
            };
          };
        };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/og/templates/{id}/draft/review": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Send a draft for review */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description The template ID */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The review, with its link */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: {
                id: string;
                /** @description the ID of the template */
                template: string;
                /** Format: date-time */
                createdAt: string;
                /** Format: date-time */
                expiresAt: string;
                /**
                 * Format: uri
                 * @description the link, which is shown this once
                 */
                url: string;
              };
            };
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/og/templates/{id}/proof": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Compare a document with the current version */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description The template ID */
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["TemplateDocument"];
        };
      };
      responses: {
        /** @description The cards with both, and what differs */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["Proof"];
            };
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/og/templates/{id}/versions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Publish a version of a template */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description The template ID */
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["TemplateDocument"];
        };
      };
      responses: {
        /** @description The document equals the current version, which is returned */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["PublishedTemplate"];
            };
          };
        };
        /** @description The new version */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["PublishedTemplate"];
            };
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/openapi.json": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get this description as OpenAPI 3.1 */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The OpenAPI document */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              openapi: string;
            };
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/playground/preview": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Preview a card without an account */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["PlaygroundRequest"];
        };
      };
      responses: {
        /** @description The preview */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: {
                /** @description the encoded image with a watermark, in base64 */
                image: string;
                /** @enum {string} */
                format: "png" | "jpeg" | "webp";
                /** @description the quality that was chosen, from 1 to 100; only of jpeg and webp images with `maxBytes` or the format `auto` */
                quality?: number;
                width: number;
                height: number;
                warnings: components["schemas"]["Warning"][];
              };
            };
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/playground/templates": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the templates of the public playground */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The templates */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: {
                templates: {
                  id: string;
                  name: string;
                  description: string;
                  /** @description the JSON Schema (2020-12) of the template's data, without remote images */
                  schema: {
                    [key: string]: unknown;
                  };
                  /** @description data for a first card */
                  example: {
                    [key: string]: unknown;
                  };
                }[];
              };
            };
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/review": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get a review by its link */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The review */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: {
                /** @description the name of the template */
                name: string;
                /** Format: date-time */
                createdAt: string;
                /** Format: date-time */
                expiresAt: string;
                sizes: {
                  name: string;
                  width: number;
                  height: number;
                }[];
                /** @description the name of each sample */
                samples: string[];
                /** @description newest first */
                comments: components["schemas"]["ReviewComment"][];
              };
            };
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/review/comments": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Comment on a review */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["NewReviewComment"];
        };
      };
      responses: {
        /** @description The comment */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["ReviewComment"];
            };
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/review/picture": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Render a picture of a review */
    get: {
      parameters: {
        query: {
          /** @description the index in `sizes` */
          size: number;
          /** @description the index in `samples` */
          sample: number;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The picture */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: {
                /** @description the encoded image, in base64 */
                image: string;
                /** @enum {string} */
                format: "png" | "jpeg" | "webp";
                width: number;
                height: number;
              };
            };
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/signing-keys": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List your signing keys */
    get: {
      parameters: {
        query?: {
          /** @description The maximum number of items. Without it, the list is complete. */
          limit?: number;
          /** @description The `nextCursor` of the previous page. Without it, the list starts at its first item. */
          cursor?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The signing keys */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: {
                signingKeys: components["schemas"]["SigningKey"][];
                /** @description the `cursor` of the next page; null at the end of the list */
                nextCursor: string | null;
              };
            };
          };
        };
      };
    };
    put?: never;
    /** Create a signing key */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["NewSigningKey"];
        };
      };
      responses: {
        /** @description The signing key. Its `secret` is shown only in this response. */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["CreatedSigningKey"];
            };
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/signing-keys/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Revoke a signing key */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description The ID of the signing key */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The signing key is revoked */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: Record<string, never>;
            };
          };
        };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/sites": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List your sites */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The sites, the oldest first */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: {
                sites: components["schemas"]["Site"][];
              };
            };
          };
        };
      };
    };
    put?: never;
    /** Add a site */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["NewSite"];
        };
      };
      responses: {
        /** @description The new site */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["Site"];
            };
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/sites/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get a site */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description The site ID */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The site */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["Site"];
            };
          };
        };
      };
    };
    /** Replace the settings of a site */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description The site ID */
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["SiteSettings"];
        };
      };
      responses: {
        /** @description The site */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["Site"];
            };
          };
        };
      };
    };
    post?: never;
    /** Delete a site */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description The site ID */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The site is deleted */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: Record<string, never>;
            };
          };
        };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/sites/{id}/purge": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Purge the cached pages of a site */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description The site ID */
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["PurgeRequest"];
        };
      };
      responses: {
        /** @description The pages are purged */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: Record<string, never>;
            };
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/sites/{id}/verify": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Verify the domain of a site */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description The site ID */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The site, and what was found */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["SiteVerification"];
            };
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/webhooks": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List your webhooks */
    get: {
      parameters: {
        query?: {
          /** @description The maximum number of items. Without it, the list is complete. */
          limit?: number;
          /** @description The `nextCursor` of the previous page. Without it, the list starts at its first item. */
          cursor?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The webhooks */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: {
                webhooks: components["schemas"]["Webhook"][];
                /** @description the `cursor` of the next page; null at the end of the list */
                nextCursor: string | null;
              };
            };
          };
        };
      };
    };
    put?: never;
    /** Create a webhook */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["NewWebhook"];
        };
      };
      responses: {
        /** @description The webhook. Its `secret` is shown only in this response. */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["WebhookWithSecret"];
            };
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/webhooks/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Delete a webhook */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description The ID of the webhook */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The webhook is deleted */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: Record<string, never>;
            };
          };
        };
      };
    };
    options?: never;
    head?: never;
    /** Change a webhook */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description The ID of the webhook */
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": components["schemas"]["WebhookUpdate"];
        };
      };
      responses: {
        /** @description The webhook */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["Webhook"];
            };
          };
        };
      };
    };
    trace?: never;
  };
  "/api/v1/webhooks/{id}/deliveries": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the deliveries of a webhook */
    get: {
      parameters: {
        query?: {
          /** @description The `nextCursor` of the previous page. Without it, the list starts at its first item. */
          cursor?: string;
          /** @description The maximum number of deliveries */
          limit?: number;
        };
        header?: never;
        path: {
          /** @description The ID of the webhook */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The deliveries */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: {
                deliveries: components["schemas"]["WebhookDelivery"][];
                /** @description the `cursor` of the next page; null at the end of the list */
                nextCursor: string | null;
              };
            };
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Deliver again */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description The ID of the webhook */
          id: string;
          /** @description The ID of the delivery */
          deliveryId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The delivery is enqueued */
        202: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["WebhookDelivery"];
            };
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/webhooks/{id}/secret": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Rotate the secret of a webhook */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description The ID of the webhook */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The webhook. Its `secret` is shown only in this response. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: components["schemas"]["WebhookWithSecret"];
            };
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/api/v1/webhooks/{id}/test": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Send a test event to a webhook */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description The ID of the webhook */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The delivery is enqueued */
        202: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: {
                /** @description the ID of the event: the `webhook-id` of its requests */
                id: string;
              };
            };
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/health/live": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Check liveness */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The gateway responds */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: {
                /** @constant */
                status: "live";
              };
            };
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/health/ready": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Check readiness */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description All dependencies are available */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "application/json": {
              /** @constant */
              success: true;
              data: {
                /** @constant */
                status: "ready";
              };
            };
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/og/page/{siteId}{path}.{format}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the card of a page */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description The site ID */
          siteId: string;
          /** @description The path of the page, with its first slash */
          path: string;
          /** @description The format in the request of the image */
          format: "png" | "jpeg" | "webp" | "auto";
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The image */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "image/png": string;
            "image/jpeg": string;
            "image/webp": string;
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/og/s/{payload}.{signature}.{format}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the image for a short signed link */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description `[kid, template, data, options, exp]` as JSON, in base64url without padding */
          payload: string;
          /** @description The HMAC-SHA256 of `placard-link-v2`, a line feed, and `{payload}.{format}` */
          signature: string;
          /** @description The format in the request of the image */
          format: "png" | "jpeg" | "webp" | "auto";
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The image */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "image/png": string;
            "image/jpeg": string;
            "image/webp": string;
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/og/sign/{template}.{format}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the image for a signed link */
    get: {
      parameters: {
        query: {
          /** @description blog: Post title; event: Event title; docs: Page title; changelog: What the release is about, in one line; job: The role; podcast: Episode title */
          title?: string;
          /** @description blog: Summary, one or two sentences; docs: Summary, one or two sentences; changelog: Summary, shown without a list of changes; repository: What it is, one or two sentences */
          description?: string;
          /** @description blog: Author's name; quote: Author's name. Cards with the same author have the same colors */
          author?: string;
          /** @description blog: Publication date. Dates such as 2027-03-14 are shown in the language of the card, other texts as written; event: Date or range, such as 2027-03-14, 2027-06-02/2027-06-04 or “March 14, 2027”, shown as a calendar page; other texts are shown as written. A time in it, such as 2027-03-14T18:30Z, is shown if the field `time` is absent; changelog: Release date. Dates such as 2027-03-14 are shown in the language of the card, other texts as written */
          date?: string;
          /** @description blog: Reading time, such as “6 min read” */
          readTime?: string;
          /** @description blog: Category. Cards with the same category have the same colors */
          category?: string;
          /** @description blog: Portrait of the author instead of the initials: an absolute http or https URL */
          authorImage?: string;
          /** @description blog: Image beside the title: an absolute http or https URL; event: Image above the date: an absolute http or https URL; podcast: Cover art, a square: an absolute http or https URL */
          cover?: string;
          /** @description product: Product name. It also determines the card's colors; repository: Repository name */
          name?: string;
          /** @description product: Tagline, a few words */
          tagline?: string;
          /** @description product: Price with its currency, shown as written */
          price?: string;
          /** @description product: Label such as “New” or “−20 %” */
          badge?: string;
          /** @description product: Product image: an absolute http or https URL */
          image?: string;
          /** @description product: `cover` crops the image to its place, `contain` shows all of it. Without it, images with transparent or plain edges are shown whole */
          fit?: "cover" | "contain";
          /** @description event: Time of day, with the time zone if it matters */
          time?: string;
          /** @description event: Location, such as a venue or a city; job: Location, such as a city or “Remote” */
          location?: string;
          /** @description event: Host. Cards with the same host have the same colors */
          host?: string;
          /** @description docs: Where the page is in the documentation, such as “Guides › Operations”, shown as written */
          breadcrumb?: string;
          /** @description docs: Product name. Cards with the same product have the same colors; changelog: Product name. Cards with the same product have the same colors */
          product?: string;
          /** @description docs: Product version, such as “v4.2”; changelog: Version, such as “4.2.0” */
          version?: string;
          /** @description docs: Product logo: an absolute http or https URL; job: Company logo: an absolute http or https URL */
          logo?: string;
          /** @description quote: The quotation. Quotation marks of its language are added unless it has some */
          quote?: string;
          /** @description quote: What the author does, or where the quotation is from */
          role?: string;
          /** @description quote: Picture of the author: an absolute http or https URL */
          photo?: string;
          /** @description repository: Account or organization that it belongs to. Cards with the same owner have the same colors */
          owner?: string;
          /** @description repository: Number of stars; 12400 is shown as 12.4K */
          stars?: string;
          /** @description repository: Number of forks */
          forks?: string;
          /** @description repository: Main programming language */
          language?: string;
          /** @description repository: Avatar of the owner: an absolute http or https URL */
          avatar?: string;
          /** @description job: Company name. Cards with the same company have the same colors */
          company?: string;
          /** @description job: Salary with its currency, shown as written */
          salary?: string;
          /** @description job: Type of employment, such as “Full-time” */
          type?: string;
          /** @description podcast: Name of the show. Cards with the same show have the same colors */
          show?: string;
          /** @description podcast: Episode number, shown as written */
          episode?: string;
          /** @description podcast: Duration, such as “48 min” */
          duration?: string;
          /** @description pixels */
          width?: number;
          /** @description pixels */
          height?: number;
          /** @description applies to jpeg and webp; from 90 on, a WebP of a card without photos keeps every pixel */
          quality?: number;
          /** @description `2` draws everything twice as large: a card of 1200×630 has 2400×1260 pixels. An image has at most 4,194,304 pixels, which are 1024×1024 at scale 2 */
          scale?: 1 | 2;
          /** @description the largest file, in bytes: the quality is reduced until it fits, at most to 1. If it can't fit, the image has the warning `over_budget` */
          maxBytes?: number;
          /** @description the language of the card, a BCP 47 tag such as `de` or `pt-BR`; by default it is detected by the script of the title */
          locale?: string;
          /** @description one of the template's `layouts`; by default it is chosen by the content */
          layout?: string;
          /** @description what stays visible when an image is cropped: an object from image fields to positions as in `object-position`, such as `{"cover": "50% 20%"}` or `{"speakers/0/photo": "top"}`. In readable links it is written as JSON */
          focus?: {
            [key: string]: string;
          };
          /** @description the name of a brand of the account; by default the brand named `default`, if there is one; `none` stands for no brand */
          brand?: string;
          /** @description The signing key's ID */
          kid: string;
          /** @description Unix time in seconds, after which the link returns 403 */
          exp?: number;
          /** @description The signature */
          sig: string;
        };
        header?: never;
        path: {
          /** @description The template ID, or `ID@version`: a template of the signing key's account, or one that all accounts share */
          template: string;
          /** @description The format in the request of the image */
          format: "png" | "jpeg" | "webp" | "auto";
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The image */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "image/png": string;
            "image/jpeg": string;
            "image/webp": string;
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/og/{imageId}.{format}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the image behind a link */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description The image ID in the link */
          imageId: string;
          /** @description The format in the request of the image */
          format: "png" | "jpeg" | "webp" | "auto";
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The image */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            "image/png": string;
            "image/jpeg": string;
            "image/webp": string;
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    AccountExport: {
      /** Format: date-time */
      exportedAt: string;
      user: components["schemas"]["AccountUser"];
      passkeys: {
        id: string;
        /** @description base64url */
        credentialId: string;
        /** @description COSE key, base64url */
        publicKey: string;
        name: string;
        counter: number;
        /** @description AAGUID of the authenticator's model */
        aaguid: string;
        /** @description Whether certificates have attested the authenticator */
        isAttested: boolean;
        transports: string[];
        /** @enum {unknown} */
        deviceType: "singleDevice" | "multiDevice";
        backedUp: boolean;
        /** Format: date-time */
        createdAt: string;
        lastUsedAt: string | null;
      }[];
      sessions: {
        id: string;
        passkeyId: string | null;
        /** Format: date-time */
        createdAt: string;
        /** Format: date-time */
        authenticatedAt: string;
        /** Format: date-time */
        lastSeenAt: string;
        /** Format: date-time */
        expiresAt: string;
        /** @description the first 256 characters of the `User-Agent` of the client that signed in; null if it sent none */
        userAgent: string | null;
        /** @description the address of the client that signed in; for IPv6, its /64 network */
        address: string | null;
      }[];
      apiKeys: {
        id: string;
        name: string;
        hint: string;
        /** Format: date-time */
        createdAt: string;
        lastUsedAt: string | null;
        scopes: ("images:write" | "images:delete" | "templates:write" | "sites:write" | "account:read")[];
        expiresAt: string | null;
      }[];
      signingKeys: {
        id: string;
        name: string;
        hint: string;
        /** Format: date-time */
        createdAt: string;
        lastUsedAt: string | null;
      }[];
      /** @description without their files, which `GET /api/v1/assets/:id` returns */
      assets: components["schemas"]["Asset"][];
      brands: {
        name: string;
        /** @description CSS colors such as `#1a2b3c`; absent ones are derived from the others */
        colors?: {
          /**
           * Format: opaque-color
           * @description behind everything
           */
          ground?: string;
          /**
           * Format: opaque-color
           * @description headlines
           */
          ink?: string;
          /**
           * Format: opaque-color
           * @description supporting text
           */
          muted?: string;
          /**
           * Format: opaque-color
           * @description colored text, and fills of labels and highlights
           */
          accent?: string;
          /**
           * Format: opaque-color
           * @description text on `accent`
           */
          onAccent?: string;
          /**
           * Format: opaque-color
           * @description the variable `--secondary` of templates; by default the accent
           */
          secondary?: string;
        };
        /** @description if there is only one, it is used on every ground */
        logo?: {
          /** @description asset ID, for light grounds */
          onLight?: string;
          /** @description asset ID, for dark grounds */
          onDark?: string;
          /**
           * @description by default `medium`
           * @enum {unknown}
           */
          size?: "small" | "medium" | "large";
          /**
           * @description the end of the row that it shares with data, which is the default, or the start
           * @enum {unknown}
           */
          place?: "start" | "end";
          /** @description whether cards show the logo without the domain; by default not */
          isAlone?: boolean;
        };
        /** @description shown on cards, such as `example.com` */
        site?: string;
        /** @description shown on cards */
        displayName?: string;
        fonts?: {
          /** @description asset ID of a font, or one of Inter, Geist, Fraunces, Source Serif 4, Space Grotesk, JetBrains Mono */
          heading?: string;
          /** @description asset ID of a font, or one of Inter, Geist, Fraunces, Source Serif 4, Space Grotesk, JetBrains Mono */
          body?: string;
        };
        background?: {
          /**
           * Format: opaque-color
           * @description a color that the ground turns into at its lower edge
           */
          gradient?: string;
          /** @description asset ID of an image that covers the ground */
          image?: string;
        };
        /**
         * @description what is drawn on the ground, instead of the shapes of the built-in templates
         * @enum {unknown}
         */
        decoration?: "none" | "dots" | "grid" | "lines" | "glow";
        /** @description the typography of headlines; by default that of the template */
        heading?: {
          weight?: number;
          /** @description in em, such as -0.02 */
          letterSpacing?: number;
        };
        /** Format: date-time */
        updatedAt: string;
      }[];
      sites: components["schemas"]["Site"][];
      webhooks: components["schemas"]["Webhook"][];
      /** @description how many have not been used */
      recoveryCodes: number;
      templates: {
        id: string;
        isArchived: boolean;
        /** Format: date-time */
        createdAt: string;
        versions: {
          version: number;
          hash: string;
          /** Format: date-time */
          createdAt: string;
        }[];
      }[];
      reviews: {
        id: string;
        /** @description the ID of the template */
        template: string;
        /** Format: date-time */
        createdAt: string;
        /** Format: date-time */
        expiresAt: string;
        /** @description newest first */
        comments: components["schemas"]["ReviewComment"][];
        document: components["schemas"]["TemplateDocument"];
      }[];
      drafts: components["schemas"]["Draft"][];
      events: components["schemas"]["SecurityEvent"][];
      /** @description the days with usage of the last 90 */
      usage: components["schemas"]["DailyUsage"][];
      /** @description images of signed links with `exp` are not included */
      images: {
        id: string;
        url: string;
        /** @description name and version, such as `blog@1` */
        template: string;
        data: {
          [key: string]: unknown;
        };
        /** @description the brand that it was rendered with */
        brand?: {
          [key: string]: unknown;
        };
        options: {
          /**
           * @description pixels
           * @default 1200
           */
          width: number;
          /**
           * @description pixels
           * @default 630
           */
          height: number;
          /**
           * @description `auto` chooses PNG or JPEG, whichever is smaller for the card
           * @default png
           * @enum {unknown}
           */
          format: "png" | "jpeg" | "webp" | "auto";
          /**
           * @description applies to jpeg and webp; from 90 on, a WebP of a card without photos keeps every pixel
           * @default 90
           */
          quality?: number;
          /**
           * @description `2` draws everything twice as large: a card of 1200×630 has 2400×1260 pixels. An image has at most 4,194,304 pixels, which are 1024×1024 at scale 2
           * @default 1
           * @enum {unknown}
           */
          scale?: 1 | 2;
          /** @description the largest file, in bytes: the quality is reduced until it fits, at most to 1. If it can't fit, the image has the warning `over_budget` */
          maxBytes?: number;
          /**
           * Format: language-tag
           * @description the language of the card, a BCP 47 tag such as `de` or `pt-BR`; by default it is detected by the script of the title
           */
          locale?: string;
          /** @description one of the template's `layouts`; by default it is chosen by the content */
          layout?: string;
          /** @description what stays visible when an image is cropped: an object from image fields to positions as in `object-position`, such as `{"cover": "50% 20%"}` or `{"speakers/0/photo": "top"}`. In readable links it is written as JSON */
          focus?: {
            [key: string]: string;
          };
        };
        /** Format: date-time */
        renderedAt: string;
        /** Format: date-time */
        expiresAt: string;
      }[];
      /** @description the documents of all versions, also of deleted templates, by hash */
      templateDocuments: {
        hash: string;
        document: components["schemas"]["TemplateDocument"];
      }[];
    };
    AccountImage: {
      id: string;
      /**
       * Format: uri
       * @description the public link to the image
       */
      url: string;
      /** @description the ID of the template */
      template: string;
      /** @description the `title` or `name` of the data, or else its first text */
      title: string;
      /** @description the display name of the brand, if it has one */
      brand: string | null;
      /** @enum {string} */
      format: "png" | "jpeg" | "webp" | "auto";
      /** @description pixels */
      width: number;
      /** @description pixels */
      height: number;
      /** @description bytes; null while the image is not stored because its bytes have expired */
      size: number | null;
      /** @description differences of the last render from the request, those about the request included */
      warnings: components["schemas"]["Warning"][];
      /** @description why the last render failed: `gone` if its template no longer exists, `crashed` if it took too much time or memory; null if it did not fail */
      failure: ("render_failed" | "crashed" | "gone") | null;
      /**
       * Format: date-time
       * @description when the image was rendered last
       */
      createdAt: string;
      /** @description when the stored bytes expire; null if they have expired. The link keeps working */
      expiresAt: string | null;
    };
    AccountImageDetails: {
      id: string;
      /**
       * Format: uri
       * @description the public link to the image
       */
      url: string;
      /** @description the ID of the template */
      template: string;
      /** @description the `title` or `name` of the data, or else its first text */
      title: string;
      /** @description the display name of the brand, if it has one */
      brand: string | null;
      /** @enum {string} */
      format: "png" | "jpeg" | "webp" | "auto";
      /** @description pixels */
      width: number;
      /** @description pixels */
      height: number;
      /** @description bytes; null while the image is not stored because its bytes have expired */
      size: number | null;
      /** @description differences of the last render from the request, those about the request included */
      warnings: components["schemas"]["Warning"][];
      /** @description why the last render failed: `gone` if its template no longer exists, `crashed` if it took too much time or memory; null if it did not fail */
      failure: ("render_failed" | "crashed" | "gone") | null;
      /**
       * Format: date-time
       * @description when the image was rendered last
       */
      createdAt: string;
      /** @description when the stored bytes expire; null if they have expired. The link keeps working */
      expiresAt: string | null;
      /** @description the version of the template */
      version: number;
      /** @description the data of the card */
      data: {
        [key: string]: unknown;
      };
      /** @description the output options of the image, without those that have their default. The brand is stored with the image */
      options: {
        [key: string]: unknown;
      };
      /** @description the API key, the signing key or the site that caused the last render; null if a session did */
      keyId: string | null;
      /** @description the ID of the request that caused the last render */
      requestId: string | null;
    };
    /** @description how many of each the account has */
    AccountSummary: {
      passkeys: number;
      sessions: number;
      apiKeys: number;
      signingKeys: number;
      recoveryCodes: number;
      /** @description images whose links can render them again; null while storage is unavailable */
      images: number | null;
      /** @description whether there are more images than `images`, which is 10,000 */
      hasMoreImages: boolean;
    };
    AccountUpdate: {
      name?: string;
      /** Format: email */
      email?: string;
    };
    AccountUser: {
      id: string;
      /** Format: email */
      email: string;
      name: string;
      /** @description whether the user has proved to receive mail at this address */
      emailVerified: boolean;
      /** Format: date-time */
      createdAt: string;
    };
    ApiKey: {
      id: string;
      name: string;
      /** Format: date-time */
      createdAt: string;
      expiresAt: string | null;
      scopes: ("images:write" | "images:delete" | "templates:write" | "sites:write" | "account:read")[];
      /** @description the last four characters of the `key` */
      hint: string;
      lastUsedAt: string | null;
      /** @description the passkey of the session that created it, which may have been deleted since; null if it was created on the command line */
      passkeyId: string | null;
    };
    /** @description an image has a width and a height in pixels, a font has `font` */
    Asset: {
      id: string;
      /** @description bytes of the stored file, which differs from the upload */
      size: number;
      /** Format: date-time */
      createdAt: string;
      /** @enum {unknown} */
      contentType: "image/png" | "image/jpeg" | "image/webp" | "image/svg+xml" | "font/ttf" | "font/otf";
      width?: number;
      height?: number;
      aspectRatio?: number;
      font?: {
        family: string;
        weight: number;
        /** @enum {unknown} */
        style: "normal" | "italic";
      };
    };
    AuthConfig: {
      /**
       * @description who may register an account: everybody, people with an invitation, or nobody
       * @enum {string}
       */
      signup: "open" | "invite" | "closed";
      /** @description whether this server sends mail, so that email addresses can be verified */
      hasMail: boolean;
      /** @description whether people without an account can preview the built-in templates */
      hasPublicPlayground: boolean;
      /** @description the relying party ID of passkeys, for the browser's WebAuthn Signal API */
      rpId: string;
      /**
       * Format: uri
       * @description the public URL of the service, where passkeys work
       */
      url: string;
    };
    Batch: {
      requests: components["schemas"]["GenerateRequest"][];
    };
    BatchFinishedData: {
      /** @description the `X-Request-Id` of the request that caused the event */
      requestId: string;
      /** @description in the order of the requests */
      results: {
        /** @description as in the response to the batch */
        status: number;
        /**
         * Format: uri
         * @description the link, if the status is 200
         */
        url?: string;
        /** @description the error code, if the status is not 200 */
        error?: string;
      }[];
    };
    BatchResult:
      | {
          /** @constant */
          status: 200;
          /** @constant */
          success: true;
          data: components["schemas"]["GeneratedImages"];
          cache: "HIT" | "MISS";
        }
      | {
          status: number;
          /** @constant */
          success: false;
          data: Record<string, never>;
          error: components["schemas"]["Error"];
          /** @description seconds after which to retry, as `Retry-After` of a single request */
          retryAfterSeconds?: number;
        };
    Brand: {
      name: string;
      /** @description CSS colors such as `#1a2b3c`; absent ones are derived from the others */
      colors?: {
        /**
         * Format: opaque-color
         * @description behind everything
         */
        ground?: string;
        /**
         * Format: opaque-color
         * @description headlines
         */
        ink?: string;
        /**
         * Format: opaque-color
         * @description supporting text
         */
        muted?: string;
        /**
         * Format: opaque-color
         * @description colored text, and fills of labels and highlights
         */
        accent?: string;
        /**
         * Format: opaque-color
         * @description text on `accent`
         */
        onAccent?: string;
        /**
         * Format: opaque-color
         * @description the variable `--secondary` of templates; by default the accent
         */
        secondary?: string;
      };
      /** @description if there is only one, it is used on every ground */
      logo?: {
        /** @description asset ID, for light grounds */
        onLight?: string;
        /** @description asset ID, for dark grounds */
        onDark?: string;
        /**
         * @description by default `medium`
         * @enum {unknown}
         */
        size?: "small" | "medium" | "large";
        /**
         * @description the end of the row that it shares with data, which is the default, or the start
         * @enum {unknown}
         */
        place?: "start" | "end";
        /** @description whether cards show the logo without the domain; by default not */
        isAlone?: boolean;
      };
      /** @description shown on cards, such as `example.com` */
      site?: string;
      /** @description shown on cards */
      displayName?: string;
      fonts?: {
        /** @description asset ID of a font, or one of Inter, Geist, Fraunces, Source Serif 4, Space Grotesk, JetBrains Mono */
        heading?: string;
        /** @description asset ID of a font, or one of Inter, Geist, Fraunces, Source Serif 4, Space Grotesk, JetBrains Mono */
        body?: string;
      };
      background?: {
        /**
         * Format: opaque-color
         * @description a color that the ground turns into at its lower edge
         */
        gradient?: string;
        /** @description asset ID of an image that covers the ground */
        image?: string;
      };
      /**
       * @description what is drawn on the ground, instead of the shapes of the built-in templates
       * @enum {unknown}
       */
      decoration?: "none" | "dots" | "grid" | "lines" | "glow";
      /** @description the typography of headlines; by default that of the template */
      heading?: {
        weight?: number;
        /** @description in em, such as -0.02 */
        letterSpacing?: number;
      };
      /** Format: date-time */
      updatedAt: string;
      /** @description pairs of text and background with a contrast below 4.5:1 */
      warnings: components["schemas"]["Warning"][];
    };
    BrandSettings: {
      /** @description CSS colors such as `#1a2b3c`; absent ones are derived from the others */
      colors?: {
        /**
         * Format: opaque-color
         * @description behind everything
         */
        ground?: string;
        /**
         * Format: opaque-color
         * @description headlines
         */
        ink?: string;
        /**
         * Format: opaque-color
         * @description supporting text
         */
        muted?: string;
        /**
         * Format: opaque-color
         * @description colored text, and fills of labels and highlights
         */
        accent?: string;
        /**
         * Format: opaque-color
         * @description text on `accent`
         */
        onAccent?: string;
        /**
         * Format: opaque-color
         * @description the variable `--secondary` of templates; by default the accent
         */
        secondary?: string;
      };
      /** @description if there is only one, it is used on every ground */
      logo?: {
        /** @description asset ID, for light grounds */
        onLight?: string;
        /** @description asset ID, for dark grounds */
        onDark?: string;
        /**
         * @description by default `medium`
         * @enum {unknown}
         */
        size?: "small" | "medium" | "large";
        /**
         * @description the end of the row that it shares with data, which is the default, or the start
         * @enum {unknown}
         */
        place?: "start" | "end";
        /** @description whether cards show the logo without the domain; by default not */
        isAlone?: boolean;
      };
      /** @description shown on cards, such as `example.com` */
      site?: string;
      /** @description shown on cards */
      displayName?: string;
      fonts?: {
        /** @description asset ID of a font, or one of Inter, Geist, Fraunces, Source Serif 4, Space Grotesk, JetBrains Mono */
        heading?: string;
        /** @description asset ID of a font, or one of Inter, Geist, Fraunces, Source Serif 4, Space Grotesk, JetBrains Mono */
        body?: string;
      };
      background?: {
        /**
         * Format: opaque-color
         * @description a color that the ground turns into at its lower edge
         */
        gradient?: string;
        /** @description asset ID of an image that covers the ground */
        image?: string;
      };
      /**
       * @description what is drawn on the ground, instead of the shapes of the built-in templates
       * @enum {unknown}
       */
      decoration?: "none" | "dots" | "grid" | "lines" | "glow";
      /** @description the typography of headlines; by default that of the template */
      heading?: {
        weight?: number;
        /** @description in em, such as -0.02 */
        letterSpacing?: number;
      };
    };
    CheckedImage: {
      /** @enum {unknown} */
      tag: "og:image" | "twitter:image";
      /** @description absolute, or the text of the tag if that is not a URL */
      url: string;
      /** @description the size of the file; absent if it could not be fetched */
      bytes?: number;
      /** @description `png`, `jpeg`, `webp`, `gif`, `avif` or `svg`, by its content */
      format?: string;
      /** @description pixels */
      width?: number;
      /** @description pixels */
      height?: number;
      /** @description how long fetching it took */
      durationMs?: number;
    };
    CheckedLink: {
      /** @description whether the link returns the image */
      isValid: boolean;
      /** @description all reasons why the link is rejected; empty if it is valid */
      problems: components["schemas"]["LinkProblem"][];
      /** @description the text whose signature Placard expects; of a link with a query, its canonical form */
      canonical?: string;
      /** Format: date-time */
      expiresAt?: string;
      /** @description the generate request for the same image; only of a valid link */
      request?: {
        template: string;
        data: {
          [key: string]: unknown;
        };
        options: components["schemas"]["OutputOptions"];
      };
      /**
       * Format: uri
       * @description the image's permanent link; only of a valid link without `exp`
       */
      imageUrl?: string;
    };
    CreatedApiKey: {
      id: string;
      name: string;
      /** Format: date-time */
      createdAt: string;
      expiresAt: string | null;
      scopes: ("images:write" | "images:delete" | "templates:write" | "sites:write" | "account:read")[];
      key: string;
    };
    CreatedRecoveryCodes: {
      codes: string[];
    };
    CreatedSigningKey: {
      /** @description the `kid` of its links */
      id: string;
      name: string;
      /** Format: date-time */
      createdAt: string;
      secret: string;
    };
    CurrentSession: {
      user: components["schemas"]["User"];
      session: {
        id: string;
        /** Format: date-time */
        createdAt: string;
        /** Format: date-time */
        expiresAt: string;
      };
    };
    DailyUsage: {
      /** @description a day in UTC */
      date: string;
      /** @description images rendered */
      renders: number;
      /** @description requests for images that existed, or that another request was rendering */
      cacheHits: number;
      /** @description bytes of the images rendered */
      bytes: number;
      /** @description bytes fetched for remote images, page checks and pages of sites, including failed fetches */
      remoteBytes: number;
      /** @description the usage through each key, the busiest first */
      keys: components["schemas"]["KeyUsage"][];
    };
    Draft: {
      id: string;
      /** @description the content of `template.json`; absent while its text is not JSON, or is nested too deep */
      template?: {
        [key: string]: unknown;
      };
      /** @description the text of `template.json` */
      json: string;
      /** @description the text of `template.html` */
      html: string;
      /** @description the ID of each asset by its path below `assets/`, such as `logo.svg` */
      assets?: {
        [key: string]: string;
      };
      /** @description the current version of the template when the draft was created; absent if it had none */
      version?: number;
      /** Format: date-time */
      updatedAt: string;
    };
    DraftContent: {
      /** @description the content of `template.json` */
      template?: {
        [key: string]: unknown;
      };
      /** @description the text of `template.json` */
      json?: string;
      /** @description the text of `template.html` */
      html: string;
      /** @description the ID of each asset by its path below `assets/`, such as `logo.svg` */
      assets?: {
        [key: string]: string;
      };
    };
    EmailVerification: {
      token: string;
    };
    Error: {
      /**
       * @description stable
       * @enum {string}
       */
      code:
        | "bad_request"
        | "invalid_json"
        | "validation_failed"
        | "unknown_template"
        | "unauthorized"
        | "authentication_failed"
        | "forbidden"
        | "insufficient_scope"
        | "reauthentication_required"
        | "passkey_not_permitted"
        | "signup_closed"
        | "not_found"
        | "method_not_allowed"
        | "email_taken"
        | "last_passkey"
        | "asset_in_use"
        | "limit_reached"
        | "template_exists"
        | "template_archived"
        | "webhook_disabled"
        | "gone"
        | "conflict"
        | "payload_too_large"
        | "unsupported_media_type"
        | "rate_limited"
        | "quota_exceeded"
        | "internal_error"
        | "render_failed"
        | "overloaded"
        | "unavailable"
        | "render_timeout";
      /** @description human-readable: what failed, and how to fix it */
      message: string;
      /** @description only with `validation_failed`: the invalid fields */
      details?: {
        /** @description JSON pointer */
        path: string;
        message: string;
        /** @description in the source of a template */
        line?: number;
        column?: number;
        /** @description what to write instead */
        suggestion?: string;
      }[];
      /** @description identifies the request in the logs */
      requestId: string;
    };
    Failure: {
      /** @constant */
      success: false;
      data: Record<string, never>;
      error: components["schemas"]["Error"];
    };
    GenerateOptions: {
      /**
       * @description pixels
       * @default 1200
       */
      width?: number;
      /**
       * @description pixels
       * @default 630
       */
      height?: number;
      /**
       * @description `auto` chooses PNG or JPEG, whichever is smaller for the card
       * @default png
       * @enum {unknown}
       */
      format?: "png" | "jpeg" | "webp" | "auto";
      /**
       * @description applies to jpeg and webp; from 90 on, a WebP of a card without photos keeps every pixel
       * @default 90
       */
      quality?: number;
      /**
       * @description `2` draws everything twice as large: a card of 1200×630 has 2400×1260 pixels. An image has at most 4,194,304 pixels, which are 1024×1024 at scale 2
       * @default 1
       * @enum {unknown}
       */
      scale?: 1 | 2;
      /** @description the largest file, in bytes: the quality is reduced until it fits, at most to 1. If it can't fit, the image has the warning `over_budget` */
      maxBytes?: number;
      /**
       * Format: language-tag
       * @description the language of the card, a BCP 47 tag such as `de` or `pt-BR`; by default it is detected by the script of the title
       */
      locale?: string;
      /** @description one of the template's `layouts`; by default it is chosen by the content */
      layout?: string;
      /** @description what stays visible when an image is cropped: an object from image fields to positions as in `object-position`, such as `{"cover": "50% 20%"}` or `{"speakers/0/photo": "top"}`. In readable links it is written as JSON */
      focus?: {
        [key: string]: string;
      };
      /** @description the name of a brand of the account; by default the brand named `default`, if there is one; `none` stands for no brand */
      brand?: string;
      /**
       * @description `false` renders a new image with a new ID, under a link that no other request receives
       * @default true
       */
      cache?: boolean;
      /** @description instead of `width` and `height`: one image of each size, and their meta tags */
      sizes?: {
        /** @description pixels */
        width: number;
        /** @description pixels */
        height: number;
      }[];
    };
    GenerateRequest:
      | components["schemas"]["Generate_blog"]
      | components["schemas"]["Generate_product"]
      | components["schemas"]["Generate_event"]
      | components["schemas"]["Generate_docs"]
      | components["schemas"]["Generate_changelog"]
      | components["schemas"]["Generate_quote"]
      | components["schemas"]["Generate_repository"]
      | components["schemas"]["Generate_job"]
      | components["schemas"]["Generate_podcast"]
      | components["schemas"]["Generate_listed"];
    /** @description Blog post: `blog` */
    Generate_blog: {
      /** @enum {unknown} */
      template: "blog" | "blog@1";
      data: {
        /** @description Post title */
        title: string;
        /** @description Summary, one or two sentences */
        description?: string;
        /** @description Author's name */
        author?: string;
        /** @description Publication date. Dates such as 2027-03-14 are shown in the language of the card, other texts as written */
        date?: string;
        /** @description Reading time, such as “6 min read” */
        readTime?: string;
        /** @description Category. Cards with the same category have the same colors */
        category?: string;
        /**
         * Format: image-url
         * @description Portrait of the author instead of the initials: an absolute http or https URL
         */
        authorImage?: string;
        /**
         * Format: image-url
         * @description Image beside the title: an absolute http or https URL
         */
        cover?: string;
      };
      options?: components["schemas"]["GenerateOptions"];
    };
    /** @description Changelog: `changelog` */
    Generate_changelog: {
      /** @enum {unknown} */
      template: "changelog" | "changelog@1";
      data: {
        /** @description Version, such as “4.2.0” */
        version: string;
        /** @description What the release is about, in one line */
        title?: string;
        /** @description Summary, shown without a list of changes */
        description?: string;
        /** @description Product name. Cards with the same product have the same colors */
        product?: string;
        /** @description Release date. Dates such as 2027-03-14 are shown in the language of the card, other texts as written */
        date?: string;
        /** @description The most important changes */
        changes?: {
          /** @description Label such as “New” or “Fixed” */
          kind?: string;
          /** @description What has changed */
          text: string;
        }[];
      };
      options?: components["schemas"]["GenerateOptions"];
    };
    /** @description Documentation page: `docs` */
    Generate_docs: {
      /** @enum {unknown} */
      template: "docs" | "docs@1";
      data: {
        /** @description Page title */
        title: string;
        /** @description Summary, one or two sentences */
        description?: string;
        /** @description Where the page is in the documentation, such as “Guides › Operations”, shown as written */
        breadcrumb?: string;
        /** @description Product name. Cards with the same product have the same colors */
        product?: string;
        /** @description Product version, such as “v4.2” */
        version?: string;
        /**
         * Format: image-url
         * @description Product logo: an absolute http or https URL
         */
        logo?: string;
      };
      options?: components["schemas"]["GenerateOptions"];
    };
    /** @description Event: `event` */
    Generate_event: {
      /** @enum {unknown} */
      template: "event" | "event@1";
      data: {
        /** @description Event title */
        title: string;
        /** @description Date or range, such as 2027-03-14, 2027-06-02/2027-06-04 or “March 14, 2027”, shown as a calendar page; other texts are shown as written. A time in it, such as 2027-03-14T18:30Z, is shown if the field `time` is absent */
        date: string;
        /** @description Time of day, with the time zone if it matters */
        time?: string;
        /** @description Location, such as a venue or a city */
        location?: string;
        /** @description Host. Cards with the same host have the same colors */
        host?: string;
        /** @description Speakers */
        speakers?: {
          /** @description Name */
          name: string;
          /**
           * Format: image-url
           * @description Portrait instead of the initials: an absolute http or https URL
           */
          photo?: string;
        }[];
        /**
         * Format: image-url
         * @description Image above the date: an absolute http or https URL
         */
        cover?: string;
      };
      options?: components["schemas"]["GenerateOptions"];
    };
    /** @description Job: `job` */
    Generate_job: {
      /** @enum {unknown} */
      template: "job" | "job@1";
      data: {
        /** @description The role */
        title: string;
        /** @description Company name. Cards with the same company have the same colors */
        company?: string;
        /** @description Location, such as a city or “Remote” */
        location?: string;
        /** @description Salary with its currency, shown as written */
        salary?: string;
        /** @description Type of employment, such as “Full-time” */
        type?: string;
        /**
         * Format: image-url
         * @description Company logo: an absolute http or https URL
         */
        logo?: string;
      };
      options?: components["schemas"]["GenerateOptions"];
    };
    /** @description Your own and other templates */
    Generate_listed: {
      /** @description the ID of a template from the list, or `ID@version` */
      template: string;
      /** @description the fields of the template: `GET /api/v1/og/templates` lists them, as the `schema` of each template */
      data: {
        [key: string]: unknown;
      };
      options?: components["schemas"]["GenerateOptions"];
    };
    /** @description Podcast episode: `podcast` */
    Generate_podcast: {
      /** @enum {unknown} */
      template: "podcast" | "podcast@1";
      data: {
        /** @description Episode title */
        title: string;
        /** @description Name of the show. Cards with the same show have the same colors */
        show?: string;
        /** @description Episode number, shown as written */
        episode?: string;
        /** @description Duration, such as “48 min” */
        duration?: string;
        /** @description The guests */
        guests?: {
          /** @description Name */
          name: string;
          /**
           * Format: image-url
           * @description Portrait: an absolute http or https URL
           */
          photo?: string;
        }[];
        /**
         * Format: image-url
         * @description Cover art, a square: an absolute http or https URL
         */
        cover?: string;
      };
      options?: components["schemas"]["GenerateOptions"];
    };
    /** @description Product: `product` */
    Generate_product: {
      /** @enum {unknown} */
      template: "product" | "product@1";
      data: {
        /** @description Product name. It also determines the card's colors */
        name: string;
        /** @description Tagline, a few words */
        tagline?: string;
        /** @description Price with its currency, shown as written */
        price?: string;
        /** @description Label such as “New” or “−20 %” */
        badge?: string;
        /**
         * Format: image-url
         * @description Product image: an absolute http or https URL
         */
        image?: string;
        /**
         * @description `cover` crops the image to its place, `contain` shows all of it. Without it, images with transparent or plain edges are shown whole
         * @enum {string}
         */
        fit?: "cover" | "contain";
      };
      options?: components["schemas"]["GenerateOptions"];
    };
    /** @description Quote: `quote` */
    Generate_quote: {
      /** @enum {unknown} */
      template: "quote" | "quote@1";
      data: {
        /** @description The quotation. Quotation marks of its language are added unless it has some */
        quote: string;
        /** @description Author's name. Cards with the same author have the same colors */
        author?: string;
        /** @description What the author does, or where the quotation is from */
        role?: string;
        /**
         * Format: image-url
         * @description Picture of the author: an absolute http or https URL
         */
        photo?: string;
      };
      options?: components["schemas"]["GenerateOptions"];
    };
    /** @description Repository: `repository` */
    Generate_repository: {
      /** @enum {unknown} */
      template: "repository" | "repository@1";
      data: {
        /** @description Repository name */
        name: string;
        /** @description Account or organization that it belongs to. Cards with the same owner have the same colors */
        owner?: string;
        /** @description What it is, one or two sentences */
        description?: string;
        /** @description Number of stars; 12400 is shown as 12.4K */
        stars?: string;
        /** @description Number of forks */
        forks?: string;
        /** @description Main programming language */
        language?: string;
        /**
         * Format: image-url
         * @description Avatar of the owner: an absolute http or https URL
         */
        avatar?: string;
      };
      options?: components["schemas"]["GenerateOptions"];
    };
    GeneratedImage: {
      /**
       * Format: uri
       * @description the public link to the image
       */
      url: string;
      /** @description pixels */
      width: number;
      /** @description pixels */
      height: number;
      /** @enum {string} */
      format: "png" | "jpeg" | "webp";
      /** @description the quality that was chosen, from 1 to 100; only of jpeg and webp images with `maxBytes` or the format `auto` */
      quality?: number;
      /** @description bytes */
      size: number;
      /**
       * Format: date-time
       * @description when the stored bytes expire; the link keeps working
       */
      expiresAt: string;
      /** @description differences from the request; absent if there are none */
      warnings?: components["schemas"]["Warning"][];
    };
    GeneratedImages: {
      /**
       * Format: uri
       * @description the public link to the image
       */
      url: string;
      /** @description pixels */
      width: number;
      /** @description pixels */
      height: number;
      /** @enum {string} */
      format: "png" | "jpeg" | "webp";
      /** @description the quality that was chosen, from 1 to 100; only of jpeg and webp images with `maxBytes` or the format `auto` */
      quality?: number;
      /** @description bytes */
      size: number;
      /**
       * Format: date-time
       * @description when the stored bytes expire; the link keeps working
       */
      expiresAt: string;
      /** @description differences from the request; absent if there are none */
      warnings?: components["schemas"]["Warning"][];
      /** @description one image for each of `options.sizes`, in their order; only of a request with sizes */
      images?: components["schemas"]["GeneratedImage"][];
      /** @description the HTML tags of a page for all images; only of a request with sizes */
      metaTags?: string;
    };
    ImageFailedData: {
      id: string;
      /** @description the ID of the template */
      template: string;
      /** @description the `X-Request-Id` of the request that caused the event */
      requestId: string;
      /** @enum {unknown} */
      reason: "render_failed" | "crashed" | "gone" | "unavailable" | "expired";
    };
    ImageRenderedData: {
      id: string;
      /** @description the ID of the template */
      template: string;
      /** @description the `X-Request-Id` of the request that caused the event */
      requestId: string;
      /**
       * Format: uri
       * @description the public link to the image
       */
      url: string;
      /** @description pixels */
      width: number;
      /** @description pixels */
      height: number;
      /** @enum {string} */
      format: "png" | "jpeg" | "webp";
      /** @description the quality that was chosen, from 1 to 100; only of jpeg and webp images with `maxBytes` or the format `auto` */
      quality?: number;
      /** @description bytes */
      size: number;
      /**
       * Format: date-time
       * @description when the stored bytes expire; the link keeps working
       */
      expiresAt: string;
      /** @description differences from the request; absent if there are none */
      warnings?: components["schemas"]["Warning"][];
    };
    Job:
      | {
          id: string;
          status: "queued" | "drawing";
        }
      | {
          id: string;
          /** @constant */
          status: "done";
          result: components["schemas"]["GeneratedImage"];
        }
      | {
          id: string;
          /** @constant */
          status: "failed";
          error: {
            /** @enum {string} */
            code: "render_failed" | "unavailable" | "gone" | "render_timeout";
            message: string;
          };
        };
    KeyUsage: {
      /** @description the ID of an API key or a signing key */
      keyId: string;
      /** @description images rendered */
      renders: number;
      /** @description requests for images that existed, or that another request was rendering */
      cacheHits: number;
      /** @description bytes of the images rendered */
      bytes: number;
      /** @description bytes fetched for remote images, page checks and pages of sites, including failed fetches */
      remoteBytes: number;
    };
    LinkProblem: {
      /** @description the parameter that the problem is about */
      parameter?: string;
      /** @description what is wrong, and how to fix it */
      message: string;
    };
    LoginFinish: {
      /** Format: email */
      email?: string;
      credential: {
        id: string;
        rawId: string;
        type: string;
        authenticatorAttachment?: string;
        clientExtensionResults?: {
          [key: string]: unknown;
        };
        response: {
          clientDataJSON: string;
          authenticatorData: string;
          signature: string;
          userHandle?: string;
          attestationObject?: string;
        };
      };
    };
    LoginStart: {
      /** Format: email */
      email?: string;
    };
    NewApiKey: {
      name: string;
      /** Format: date-time */
      expiresAt?: string;
      scopes?: ("images:write" | "images:delete" | "templates:write" | "sites:write" | "account:read")[];
    };
    NewReviewComment: {
      name?: string;
      text: string;
    };
    NewSigningKey: {
      name: string;
    };
    NewSite: {
      /** @description the host name of the site, such as `blog.example.com` */
      domain: string;
      /** @description the template of all cards, `ID` or `ID@version`; by default, the type of each page determines a built-in one */
      template?: string;
      /** @description the name of a brand; by default, the brand named `default` */
      brand?: string;
      /** @description fields of `template`, and the metadata that each one gets, such as `title` or `jsonLd.offers.price`; by default, by the names of the fields */
      map?: {
        [key: string]: string;
      };
    };
    NewWebhook: {
      url: string;
      events: ("image.rendered" | "image.failed" | "batch.finished" | "quota.reached")[];
    };
    OutputOptions: {
      /**
       * @description pixels
       * @default 1200
       */
      width?: number;
      /**
       * @description pixels
       * @default 630
       */
      height?: number;
      /**
       * @description `auto` chooses PNG or JPEG, whichever is smaller for the card
       * @default png
       * @enum {unknown}
       */
      format?: "png" | "jpeg" | "webp" | "auto";
      /**
       * @description applies to jpeg and webp; from 90 on, a WebP of a card without photos keeps every pixel
       * @default 90
       */
      quality?: number;
      /**
       * @description `2` draws everything twice as large: a card of 1200×630 has 2400×1260 pixels. An image has at most 4,194,304 pixels, which are 1024×1024 at scale 2
       * @default 1
       * @enum {unknown}
       */
      scale?: 1 | 2;
      /** @description the largest file, in bytes: the quality is reduced until it fits, at most to 1. If it can't fit, the image has the warning `over_budget` */
      maxBytes?: number;
      /**
       * Format: language-tag
       * @description the language of the card, a BCP 47 tag such as `de` or `pt-BR`; by default it is detected by the script of the title
       */
      locale?: string;
      /** @description one of the template's `layouts`; by default it is chosen by the content */
      layout?: string;
      /** @description what stays visible when an image is cropped: an object from image fields to positions as in `object-position`, such as `{"cover": "50% 20%"}` or `{"speakers/0/photo": "top"}`. In readable links it is written as JSON */
      focus?: {
        [key: string]: string;
      };
      /** @description the name of a brand of the account; by default the brand named `default`, if there is one; `none` stands for no brand */
      brand?: string;
      /**
       * @description `false` renders a new image with a new ID, under a link that no other request receives
       * @default true
       */
      cache?: boolean;
    };
    PageCheck: {
      /**
       * Format: uri
       * @description the page, after redirects
       */
      url: string;
      /** @description the redirects that led to the page, in order */
      redirects: components["schemas"]["PageRedirect"][];
      /** @description how long fetching the page took; absent if it could not be fetched */
      durationMs?: number;
      /** @description empty if the page could not be fetched */
      previews: components["schemas"]["PagePreview"][];
      /** @description errors first; empty if nothing is wrong */
      problems: components["schemas"]["PageProblem"][];
      /** @description the first image of each tag, each URL once */
      images: components["schemas"]["CheckedImage"][];
      /** @description only with `image=true`: the file of the first of `images`, if it has at most 2 MiB */
      image?: string;
      /**
       * @description the format of `image`
       * @enum {unknown}
       */
      format?: "png" | "jpeg" | "webp";
    };
    PagePreview: {
      /** @description the name of the platform, such as `X` */
      platform: string;
      /**
       * @description `large`: with the image across the card; `small`: with a thumbnail; `text`: without an image; `none`: only the link
       * @enum {unknown}
       */
      card: "large" | "small" | "text" | "none";
      title?: string;
      /** @description absent if the platform does not show one */
      description?: string;
      domain: string;
      /**
       * Format: uri
       * @description the image that is shown
       */
      imageUrl?: string;
      /** @description where the platform documents its cards, or others report them if it does not */
      sources: string[];
    };
    PageProblem: {
      /** @description stable, such as `image_too_large` */
      code: string;
      /**
       * @description `error`: a card or its image is missing; `warning`: a card is shown with limitations; `hint`: a recommendation
       * @enum {unknown}
       */
      severity: "error" | "warning" | "hint";
      /** @description what is wrong */
      message: string;
      /** @description how to fix it */
      fix: string;
      /** @description the tag to paste into the page's `<head>` */
      tag?: string;
      /** @description the affected platforms; absent for all */
      platforms?: string[];
    };
    PageRedirect: {
      /** Format: uri */
      url: string;
      status: number;
    };
    Passkey: {
      id: string;
      /** @description the credential ID of the passkey (base64url), for the browser's WebAuthn Signal API */
      credentialId: string;
      name: string;
      /** @description the password manager, or the model of the authenticator; null if it is not known */
      provider: string | null;
      /** Format: date-time */
      createdAt: string;
      lastUsedAt: string | null;
      /** @description how browsers reach the authenticator; `hybrid`: a phone or tablet by a QR code */
      transports: string[];
      /** @description whether the passkey stays on one device or can be synchronized to others */
      deviceType: "singleDevice" | "multiDevice";
      /** @description whether the passkey has been synchronized */
      backedUp: boolean;
      /** @description how many sessions it has begun that have not ended */
      sessionCount: number;
      /** @description the client that has begun the latest of these sessions */
      lastSession: {
        /** @description the first 256 characters of the `User-Agent` of the client that signed in; null if it sent none */
        userAgent: string | null;
        /** @description the address of the client that signed in; for IPv6, its /64 network */
        address: string | null;
      } | null;
    };
    PasskeyUpdate: {
      name: string;
    };
    PlaygroundRequest: {
      /** @description the ID of a built-in template */
      template: string;
      /** @description without remote images */
      data: {
        [key: string]: unknown;
      };
      options?: {
        /**
         * @description pixels
         * @default 1200
         */
        width?: number;
        /**
         * @description pixels
         * @default 630
         */
        height?: number;
        /**
         * @description `auto` chooses PNG or JPEG, whichever is smaller for the card
         * @default png
         * @enum {unknown}
         */
        format?: "png" | "jpeg" | "webp" | "auto";
        /**
         * @description applies to jpeg and webp; from 90 on, a WebP of a card without photos keeps every pixel
         * @default 90
         */
        quality?: number;
        /**
         * @description `2` draws everything twice as large: a card of 1200×630 has 2400×1260 pixels. An image has at most 4,194,304 pixels, which are 1024×1024 at scale 2
         * @default 1
         * @enum {unknown}
         */
        scale?: 1 | 2;
        /** @description the largest file, in bytes: the quality is reduced until it fits, at most to 1. If it can't fit, the image has the warning `over_budget` */
        maxBytes?: number;
        /**
         * Format: language-tag
         * @description the language of the card, a BCP 47 tag such as `de` or `pt-BR`; by default it is detected by the script of the title
         */
        locale?: string;
        /** @description one of the template's `layouts`; by default it is chosen by the content */
        layout?: string;
      };
    };
    PreviewRequest: {
      /** @description the content of `template.json`, or the name of a published template */
      template:
        | {
            [key: string]: unknown;
          }
        | string;
      /** @description the text of `template.json`, to keep it as it was written */
      json?: string;
      /** @description the content of `template.html` */
      html?: string;
      /** @description the ID of each asset by its path below `assets/`, such as `logo.svg` */
      assets?: {
        [key: string]: string;
      };
      data: {
        [key: string]: unknown;
      };
      options?: components["schemas"]["OutputOptions"];
      brand?: components["schemas"]["BrandSettings"];
    };
    Proof: {
      /** @description the current version; null for a template that has not been published */
      version: number | null;
      cases: components["schemas"]["ProofCase"][];
      summary: {
        cases: number;
        /** @description cards that differ visibly */
        changed: number;
        newWarnings: {
          /**
           * @description a card that was rendered with the current version, or one with unusual data
           * @enum {string}
           */
          kind: "recent" | "stress";
          /** @enum {string} */
          code:
            | "image_unavailable"
            | "image_omitted"
            | "text_truncated"
            | "text_overflow"
            | "glyph_missing"
            | "low_contrast"
            | "content_covered"
            | "image_enlarged"
            | "date_not_understood"
            | "option_ignored"
            | "markup_in_text"
            | "over_budget"
            | "effects_omitted"
            | "features_omitted";
          field: string;
          cases: number;
          of: number;
        }[];
        messages: string[];
      };
    };
    ProofCase: {
      /** @description the image ID of a recent card, or the kind of unusual data */
      name: string;
      /**
       * @description a card that was rendered with the current version, or one with unusual data
       * @enum {string}
       */
      kind: "recent" | "stress";
      width: number;
      height: number;
      /** @description with the current version; null if there is none, or if it rejects the data */
      before: {
        /** @description a WebP image at most 480 pixels wide, in base64 */
        image: string;
        warnings: components["schemas"]["Warning"][];
      } | null;
      /** @description with the document; null if it rejects the data */
      after: {
        /** @description a WebP image at most 480 pixels wide, in base64 */
        image: string;
        warnings: components["schemas"]["Warning"][];
      } | null;
      /** @description the share of pixels that differ visibly: by more than 16 of 255 in one channel */
      difference: number | null;
      newWarnings: components["schemas"]["Warning"][];
    };
    PublishedTemplate: {
      id: string;
      /** @description `ID@version` is this version in requests */
      version: number;
      /** @description identifies the document: SHA-256 in base64url */
      hash: string;
      /** @description warnings about the document */
      problems: components["schemas"]["TemplateProblem"][];
    };
    PurgeRequest: {
      /** @description the path of a page, as in its URL; by default, all pages of the site */
      path?: string;
    };
    QueuedJob: {
      id: string;
      /** @constant */
      status: "queued";
      /** @description about the request; the result of the job has those about the image. Absent if there are none */
      warnings?: components["schemas"]["Warning"][];
    };
    QuotaReachedData: {
      /** @constant */
      quota: "daily_renders";
      /** @description renders per day */
      limit: number;
      /** Format: date-time */
      resetsAt: string;
    };
    Reauthenticated: {
      session: {
        id: string;
        /** Format: date-time */
        createdAt: string;
        /** Format: date-time */
        expiresAt: string;
        /** Format: date-time */
        authenticatedAt: string;
      };
    };
    ReauthenticationFinish: {
      /** Format: email */
      email?: string;
      credential: {
        id: string;
        rawId: string;
        type: string;
        authenticatorAttachment?: string;
        clientExtensionResults?: {
          [key: string]: unknown;
        };
        response: {
          clientDataJSON: string;
          authenticatorData: string;
          signature: string;
          userHandle?: string;
          attestationObject?: string;
        };
      };
    };
    RecoveryFinish: {
      /** Format: email */
      email: string;
      credential: {
        id: string;
        rawId: string;
        type: string;
        authenticatorAttachment?: string;
        clientExtensionResults?: {
          [key: string]: unknown;
        };
        response: {
          clientDataJSON: string;
          attestationObject: string;
          authenticatorData?: string;
          publicKey?: string;
          publicKeyAlgorithm?: number;
          transports?: string[];
        };
      };
    };
    RecoveryStart: {
      /** Format: email */
      email: string;
      /** @description case, hyphens and spaces make no difference */
      code: string;
    };
    Registered: {
      /** @constant */
      verified: true;
      user: components["schemas"]["User"];
      /** @description the bearer token of the session, unless the response sets a cookie instead */
      token?: string;
      /** Format: date-time */
      expiresAt: string;
    };
    RegistrationFinish: {
      /** Format: email */
      email: string;
      credential: {
        id: string;
        rawId: string;
        type: string;
        authenticatorAttachment?: string;
        clientExtensionResults?: {
          [key: string]: unknown;
        };
        response: {
          clientDataJSON: string;
          attestationObject: string;
          authenticatorData?: string;
          publicKey?: string;
          publicKeyAlgorithm?: number;
          transports?: string[];
        };
      };
    };
    RegistrationStart: {
      /** Format: email */
      email: string;
      name: string;
      /** @description the token of an invitation, where registration requires one */
      invite?: string;
    };
    /** @description how many of each were revoked */
    ReportedEvent: {
      passkeys: number;
      sessions: number;
      apiKeys: number;
      signingKeys: number;
      webhooks: number;
      recoveryCodes: number;
    };
    Review: {
      id: string;
      /** @description the ID of the template */
      template: string;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      expiresAt: string;
      /** @description newest first */
      comments: components["schemas"]["ReviewComment"][];
    };
    ReviewComment: {
      name?: string;
      text: string;
      /** Format: date-time */
      createdAt: string;
    };
    SecurityEvent: {
      id: string;
      /** @enum {string} */
      type:
        | "account_registered"
        | "session_created"
        | "session_revoked"
        | "other_sessions_revoked"
        | "reauthenticated"
        | "passkey_added"
        | "passkey_renamed"
        | "passkey_deleted"
        | "api_key_created"
        | "api_key_revoked"
        | "signing_key_created"
        | "signing_key_revoked"
        | "webhook_created"
        | "webhook_changed"
        | "webhook_secret_rotated"
        | "webhook_deleted"
        | "template_created"
        | "template_published"
        | "template_archived"
        | "template_restored"
        | "template_deleted"
        | "review_created"
        | "review_deleted"
        | "asset_created"
        | "asset_deleted"
        | "brand_changed"
        | "brand_deleted"
        | "site_created"
        | "site_verified"
        | "site_deleted"
        | "recovery_codes_created"
        | "recovery_codes_revoked"
        | "recovery_code_issued"
        | "account_recovered"
        | "name_changed"
        | "email_changed"
        | "email_verified"
        | "account_exported"
        | "account_disabled"
        | "account_enabled"
        | "account_deleted"
        | "event_reported";
      /** Format: date-time */
      at: string;
      /**
       * @description who caused the event
       * @enum {string}
       */
      actor: "user" | "operator" | "api_key";
      /** @description the client's address; for IPv6, its /64 network */
      address: string | null;
      userAgent: string | null;
      sessionId?: string;
      passkeyId?: string;
      /** @description the ID of an API key */
      keyId?: string;
      signingKeyId?: string;
      webhookId?: string;
      assetId?: string;
      /** @description the name of a brand */
      brand?: string;
      siteId?: string;
      /** @description the ID of a template, with the version if the event is about one */
      template?: string;
      /** @description sessions that a login revoked to stay within the limit */
      revokedSessionIds?: string[];
      /** @description the passkey that a recovery deleted to stay within the limit */
      deletedPasskeyId?: string;
      /** @description how many objects the event is about */
      count?: number;
    };
    Session: {
      id: string;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      lastSeenAt: string;
      /** Format: date-time */
      expiresAt: string;
      /** @description the first 256 characters of the `User-Agent` of the client that signed in; null if it sent none */
      userAgent: string | null;
      /** @description the address of the client that signed in; for IPv6, its /64 network */
      address: string | null;
      /** @description whether the request uses this session */
      current: boolean;
    };
    SignedIn: {
      user: components["schemas"]["User"];
      /** @description the bearer token of the session, unless the response sets a cookie instead */
      token?: string;
      /** Format: date-time */
      expiresAt: string;
    };
    SigningKey: {
      /** @description the `kid` of its links */
      id: string;
      name: string;
      /** Format: date-time */
      createdAt: string;
      /** @description the last four characters of the `secret` */
      hint: string;
      lastUsedAt: string | null;
      /** @description the passkey of the session that created it, which may have been deleted since; null if it was created on the command line */
      passkeyId: string | null;
    };
    Site: {
      id: string;
      domain: string;
      /** @description the template of all cards, `ID` or `ID@version`; by default, the type of each page determines a built-in one */
      template?: string;
      /** @description the name of a brand; by default, the brand named `default` */
      brand?: string;
      /** @description fields of `template`, and the metadata that each one gets, such as `title` or `jsonLd.offers.price`; by default, by the names of the fields */
      map?: {
        [key: string]: string;
      };
      /** @description the start of the links of its images: append the path of a page, and an extension */
      imageUrl: string;
      /** @description where the domain can prove that it belongs to the account: one is enough */
      verification: {
        /** @description a TXT record */
        dns: {
          name: string;
          value: string;
        };
        /** @description a text file */
        file: {
          url: string;
          content: string;
        };
      };
      /** Format: date-time */
      createdAt: string;
      verifiedAt: string | null;
    };
    SiteSettings: {
      /** @description the template of all cards, `ID` or `ID@version`; by default, the type of each page determines a built-in one */
      template?: string;
      /** @description the name of a brand; by default, the brand named `default` */
      brand?: string;
      /** @description fields of `template`, and the metadata that each one gets, such as `title` or `jsonLd.offers.price`; by default, by the names of the fields */
      map?: {
        [key: string]: string;
      };
    };
    SiteVerification: {
      id: string;
      domain: string;
      /** @description the template of all cards, `ID` or `ID@version`; by default, the type of each page determines a built-in one */
      template?: string;
      /** @description the name of a brand; by default, the brand named `default` */
      brand?: string;
      /** @description fields of `template`, and the metadata that each one gets, such as `title` or `jsonLd.offers.price`; by default, by the names of the fields */
      map?: {
        [key: string]: string;
      };
      /** @description the start of the links of its images: append the path of a page, and an extension */
      imageUrl: string;
      /** @description where the domain can prove that it belongs to the account: one is enough */
      verification: {
        /** @description a TXT record */
        dns: {
          name: string;
          value: string;
        };
        /** @description a text file */
        file: {
          url: string;
          content: string;
        };
      };
      /** Format: date-time */
      createdAt: string;
      verifiedAt: string | null;
      checks: {
        /** @enum {unknown} */
        method: "dns" | "file";
        isFound: boolean;
        /** @description what was found, and how to fix it */
        message: string;
      }[];
    };
    Template: {
      id: string;
      name: string;
      description: string;
      /** @description the most important fields */
      fields: string[];
      /** @description the JSON Schema (2020-12) of the template's data */
      schema: {
        [key: string]: unknown;
      };
      /** @description the values of `options.layout`; empty if it has one layout */
      layouts: string[];
      /**
       * @description whether it is built in, from the operator's folder, or your own
       * @enum {string}
       */
      source: "builtin" | "operator" | "account";
      /** @description `ID@version` is this version in requests */
      version: number;
      /** @description not listed by default, and without new versions */
      isArchived: boolean;
    };
    TemplateDocument: {
      /** @description the content of `template.json` */
      template: {
        [key: string]: unknown;
      };
      /** @description the text of `template.json`, to keep it as it was written */
      json?: string;
      /** @description the content of `template.html` */
      html: string;
      /** @description the ID of each asset by its path below `assets/`, such as `logo.svg` */
      assets?: {
        [key: string]: string;
      };
    };
    TemplateProblem: {
      /** @enum {unknown} */
      file: "template.json" | "template.html";
      /** @description JSON pointer of the value in `template.json` */
      pointer?: string;
      line: number;
      column: number;
      /** @enum {unknown} */
      severity: "error" | "warning";
      /**
       * @description only of problems that programs can handle
       * @enum {unknown}
       */
      code?: "syntax_error" | "missing_font" | "ineffective_declaration" | "invalid_example";
      message: string;
      /** @description what to write instead */
      suggestion?: string;
    };
    TemplateSource: {
      id: string;
      name: string;
      description: string;
      /**
       * @description whether it is built in, from the operator's folder, or your own
       * @enum {string}
       */
      source: "builtin" | "operator" | "account";
      /** @description `ID@version` is this version in requests */
      version: number;
      /** @description identifies the document: SHA-256 in base64url */
      hash: string;
      /** @description not listed by default, and without new versions */
      isArchived: boolean;
      /** @description all versions, newest first; empty for built-in templates */
      versions: {
        /** @description `ID@version` is this version in requests */
        version: number;
        /** @description identifies the document: SHA-256 in base64url */
        hash: string;
        /** Format: date-time */
        createdAt: string;
      }[];
      document: components["schemas"]["TemplateDocument"];
    };
    User: {
      id: string;
      /** Format: email */
      email: string;
      name: string;
    };
    Warning: {
      /** @enum {string} */
      code:
        | "image_unavailable"
        | "image_omitted"
        | "text_truncated"
        | "text_overflow"
        | "glyph_missing"
        | "low_contrast"
        | "content_covered"
        | "image_enlarged"
        | "date_not_understood"
        | "option_ignored"
        | "markup_in_text"
        | "over_budget"
        | "effects_omitted"
        | "features_omitted";
      /** @description the data field, such as `title` or `speakers/0/photo`, the member of the brand, such as `brand/colors/muted`, or the option, such as `options/quality` */
      field: string;
      /** @description human-readable */
      message: string;
      /** @description in previews: what makes a text with low contrast readable */
      fix?: {
        /** @description its path in `boxes` */
        element: string;
        /** @description its `color` */
        color: string;
      };
    };
    Webhook: {
      id: string;
      /** Format: uri */
      url: string;
      events: ("image.rendered" | "image.failed" | "batch.finished" | "quota.reached")[];
      isEnabled: boolean;
      /** @description `server`: it responded with 410; null while the webhook is enabled */
      disabledBy: ("user" | "server") | null;
      /** @description the last four characters of the secret */
      hint: string;
      /** @description until when deliveries also have a signature with the secret before the last rotation */
      previousSecretExpiresAt: string | null;
      /** Format: date-time */
      createdAt: string;
    };
    WebhookDelivery: {
      /** @description the ID of the event: the `webhook-id` of its requests */
      id: string;
      /** @enum {unknown} */
      type: "image.rendered" | "image.failed" | "batch.finished" | "quota.reached" | "webhook.test";
      /**
       * @description `waiting`: for its first attempt, or for the next one
       * @enum {unknown}
       */
      state: "waiting" | "delivered" | "failed";
      /** @description since it was created or redelivered */
      attempts: number;
      /** Format: date-time */
      createdAt: string;
      nextAttemptAt: string | null;
      lastAttempt: {
        /** Format: date-time */
        at: string;
        durationMs: number;
        /** @description of the response; null without one */
        status: number | null;
        /** @description why there was no response */
        error: string | null;
      } | null;
      /** @description the body of the requests */
      payload:
        | {
            /** @constant */
            type: "image.rendered";
            /**
             * Format: date-time
             * @description when the event occurred
             */
            timestamp: string;
            data: components["schemas"]["ImageRenderedData"];
          }
        | {
            /** @constant */
            type: "image.failed";
            /**
             * Format: date-time
             * @description when the event occurred
             */
            timestamp: string;
            data: components["schemas"]["ImageFailedData"];
          }
        | {
            /** @constant */
            type: "batch.finished";
            /**
             * Format: date-time
             * @description when the event occurred
             */
            timestamp: string;
            data: components["schemas"]["BatchFinishedData"];
          }
        | {
            /** @constant */
            type: "quota.reached";
            /**
             * Format: date-time
             * @description when the event occurred
             */
            timestamp: string;
            data: components["schemas"]["QuotaReachedData"];
          }
        | {
            /** @constant */
            type: "webhook.test";
            /**
             * Format: date-time
             * @description when the event occurred
             */
            timestamp: string;
            data: components["schemas"]["WebhookTestData"];
          };
    };
    WebhookTestData: {
      webhookId: string;
    };
    WebhookUpdate: {
      events?: ("image.rendered" | "image.failed" | "batch.finished" | "quota.reached")[];
      isEnabled?: boolean;
    };
    WebhookWithSecret: {
      id: string;
      /** Format: uri */
      url: string;
      events: ("image.rendered" | "image.failed" | "batch.finished" | "quota.reached")[];
      isEnabled: boolean;
      /** @description `server`: it responded with 410; null while the webhook is enabled */
      disabledBy: ("user" | "server") | null;
      /** @description the last four characters of the secret */
      hint: string;
      /** @description until when deliveries also have a signature with the secret before the last rotation */
      previousSecretExpiresAt: string | null;
      /** Format: date-time */
      createdAt: string;
      secret: string;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
