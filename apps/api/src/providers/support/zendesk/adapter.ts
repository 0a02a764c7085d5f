import { SignJWT } from "jose";
import type { Support } from "../port.ts";
import type { ZendeskSettings } from "./config.ts";

const lifetimeMs = 5 * 60_000;

/** The token is signed with a shared key, so the vendor's server is not called. */
export function zendeskSupport({ ZENDESK_KEY_ID, ZENDESK_SECRET, ZENDESK_SCRIPT_URL }: ZendeskSettings): Support {
  const key = new TextEncoder().encode(ZENDESK_SECRET);
  return {
    tokenFor: ({ userId, reference, name, email }, now) =>
      new SignJWT({
        scope: "user",
        external_id: userId,
        business_reference: reference,
        ...(name && { name }),
        // The email is not marked as verified: a platform may have provided it, and it must not open another person's conversations.
        ...(email && { email }),
      })
        .setProtectedHeader({ alg: "HS256", typ: "JWT", kid: ZENDESK_KEY_ID })
        .setSubject(userId)
        .setIssuedAt(now)
        .setExpirationTime(new Date(now.getTime() + lifetimeMs))
        .sign(key),
    windowScriptUrl: (windowKey) => {
      const address = new URL(ZENDESK_SCRIPT_URL);
      address.searchParams.set("key", windowKey);
      return address.href;
    },
  };
}
