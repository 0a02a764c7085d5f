import { ask } from "../../ask.ts";
import { refuseUnsigned } from "../../timed-signature.ts";
import { type Identity, IdentityRefused, IdentityUnavailable } from "../port.ts";
import type { PersonaSettings } from "./config.ts";
import { checkFrom, inquiryFor, inquiryIdIn, linkIn, sessionTokenIn, webhookFrom } from "./translate.ts";

/** The API version whose response formats this adapter reads. */
const version = "2023-01-05";

export function personaIdentity(settings: PersonaSettings, timeoutMs = 10_000): Identity {
  async function call(method: string, path: string, body?: unknown, key?: string): Promise<unknown> {
    const answer = await ask(`${settings.PERSONA_URL}/api/v1/inquiries${path}`, timeoutMs, {
      method,
      headers: {
        authorization: `Bearer ${settings.PERSONA_API_KEY}`,
        "persona-version": version,
        "key-inflection": "kebab",
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(key && { "idempotency-key": key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch((cause) => {
      throw new IdentityUnavailable("the vendor did not answer", { cause });
    });
    const { status } = answer;
    if (status >= 200 && status < 300) return answer.body;
    // The check is over or does not exist. A rejected API key is our own configuration error and can be corrected, so it counts as
    // unavailable.
    if ([400, 404, 409, 410, 422].includes(status)) throw new IdentityRefused(`the vendor answered ${status}`);
    throw new IdentityUnavailable(`the vendor answered ${status}`);
  }
  const named = (inquiryId: string) => `/${encodeURIComponent(inquiryId)}`;
  const open = async (inquiryId: string) => ({
    inquiryId,
    sessionToken: sessionTokenIn(await call("POST", `${named(inquiryId)}/resume`, {})),
    frameHost: settings.PERSONA_FRAME_HOST,
  });

  return {
    start: async (key, person) =>
      open(inquiryIdIn(await call("POST", "", inquiryFor(settings.PERSONA_TEMPLATE_ID, person), key))),
    resume: open,
    oneTimeLink: async (inquiryId) => linkIn(await call("POST", `${named(inquiryId)}/generate-one-time-link`, {})),
    read: async (inquiryId) => checkFrom(await call("GET", named(inquiryId))),
    redact: async (inquiryId) => {
      await call("DELETE", named(inquiryId));
    },
    simulatePass: async ({ sessionToken }) => {
      const body = JSON.stringify({ sessionToken, ending: "pass" });
      for (const action of ["begin", "submit"]) {
        const { status } = await ask(`${settings.PERSONA_URL}/page/${action}`, timeoutMs, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body,
        });
        if (status !== 200) throw new IdentityRefused(`the vendor's page answered ${status}`);
      }
    },
    readWebhook: (webhookRequest, now) => {
      const secret = settings.PERSONA_WEBHOOK_SECRET;
      refuseUnsigned(webhookRequest, now, { header: "persona-signature", label: "v1", unitMs: 1_000, secret });
      return webhookFrom(webhookRequest.body);
    },
  };
}
