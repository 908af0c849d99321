import type { SignUpMode } from "@placard/accounts";
import type { GatewaySettings } from "@placard/runtime";
import Type from "typebox";
import type { Endpoint } from "../http/route.ts";
import { jsonEndpoint } from "../http/json-endpoint.ts";
import { exactObject } from "@placard/contracts";
import { jsonResponse } from "../docs/operation.ts";

const authConfig = exactObject(
  {
    signup: Type.Unsafe<SignUpMode>({
      type: "string",
      enum: ["open", "invite", "closed"],
      description: "who may register an account: everybody, people with an invitation, or nobody",
    }),
    hasMail: Type.Boolean({
      description: "whether this server sends mail, so that email addresses can be verified",
    }),
    hasPublicPlayground: Type.Boolean({
      description: "whether people without an account can preview the built-in templates",
    }),
    rpId: Type.String({
      description: "the relying party ID of passkeys, for the browser's WebAuthn Signal API",
      examples: ["og.example.com"],
    }),
    url: Type.String({
      format: "uri",
      description: "the public URL of the service, where passkeys work",
      examples: ["https://og.example.com"],
    }),
  },
  { title: "AuthConfig" },
);

/** GET /api/v1/auth/config: what a page needs to know before anyone has signed in. */
export function getAuthConfig(settings: GatewaySettings): Endpoint {
  return jsonEndpoint({
    id: "getAuthConfig",
    summary: "Get the settings of sign-up and passkeys",
    description: "Public, and the same for everybody. `SIGNUP_EMAILS` can narrow who may register.",
    responses: {
      200: jsonResponse("The settings", authConfig, {
        "Cache-Control": "caches may store the response for 1 minute",
      }),
    },
    handle({ res }) {
      res.setHeader("Cache-Control", "public, max-age=60");
      return {
        signup: settings.SIGNUP,
        hasMail: settings.mail !== undefined,
        hasPublicPlayground: settings.PUBLIC_PLAYGROUND,
        rpId: settings.RP_ID,
        url: settings.PUBLIC_URL,
      };
    },
  });
}
