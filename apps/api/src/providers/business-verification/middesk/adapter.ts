import { createHmac, timingSafeEqual } from "node:crypto";
import { type Answer, ask } from "../../ask.ts";
import { WebhookRefused } from "../../webhook.ts";
import { type BusinessToVerify, type BusinessVerification, VerificationRefused, VerifierUnavailable } from "../port.ts";
import type { MiddeskSettings } from "./config.ts";
import { businessFor, firstOf, verificationFrom, webhookFrom } from "./translate.ts";

/** Middesk verifies businesses: state registers, the tax authority, filed liens. */
export function middeskVerification(settings: MiddeskSettings): BusinessVerification {
  async function asked(method: "GET" | "POST", path: string, body?: unknown): Promise<Answer> {
    const headers = { accept: "application/json", authorization: `Bearer ${settings.MIDDESK_API_KEY}` };
    const init = body
      ? { method, headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) }
      : { method, headers };
    const answer = await ask(`${settings.MIDDESK_URL}${path}`, settings.MIDDESK_TIMEOUT_MS, init).catch((cause) => {
      throw new VerifierUnavailable("the verifier did not answer", { cause });
    });
    if (answer.status === 401 || answer.status === 403 || answer.status === 429 || answer.status >= 500)
      throw new VerifierUnavailable(`the verifier answered ${answer.status}`);
    return answer;
  }
  const begun = async ({ businessId, reference }: Pick<BusinessToVerify, "businessId" | "reference">) => {
    const { status, body } = await asked("GET", `/v1/businesses?external_id=${encodeURIComponent(businessId)}`);
    if (status !== 200) throw new VerifierUnavailable(`the verifier answered ${status}`);
    return understood(() => firstOf(body, reference));
  };

  return {
    begin: async (business) => {
      const before = await begun(business);
      if (before) return before;
      const { status, body } = await asked("POST", "/v1/businesses", businessFor(business));
      if (status === 200 || status === 201) return understood(() => verificationFrom(body));
      // Another request may have been faster: the vendor accepts a reference once.
      const meanwhile = await begun(business);
      if (meanwhile) return meanwhile;
      throw new VerificationRefused(`the verifier answered ${status}`);
    },
    read: async (verificationId) => {
      const { status, body } = await asked("GET", `/v1/businesses/${encodeURIComponent(verificationId)}`);
      if (status !== 200) throw new VerificationRefused(`the verifier answered ${status}`);
      return understood(() => verificationFrom(body));
    },
    readWebhook: ({ body, headers }) => {
      const given = Buffer.from(String(headers["x-middesk-signature-256"] ?? "").replace(/^sha256=/, ""));
      const expected = Buffer.from(createHmac("sha256", settings.MIDDESK_WEBHOOK_SECRET).update(body).digest("hex"));
      if (given.length !== expected.length || !timingSafeEqual(given, expected))
        throw new WebhookRefused("the signature does not match");
      return webhookFrom(JSON.parse(body));
    },
  };
}

/** A response that does not parse as a business counts as no response. Its content is not passed on. */
function understood<T>(reading: () => T): T {
  try {
    return reading();
  } catch {
    throw new VerifierUnavailable("the verifier's answer cannot be read");
  }
}
