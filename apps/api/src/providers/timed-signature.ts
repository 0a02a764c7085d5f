import { createHmac, timingSafeEqual } from "node:crypto";
import { WebhookRefused, type WebhookRequest } from "./webhook.ts";

const oldestMs = 5 * 60_000;
/** How much the vendor's clock may be ahead of ours. */
const aheadMs = 30_000;
/** A vendor that rotates its secret signs with two. Each signature costs a hash over the whole body, so a header may not name many. */
const maxSignatures = 3;

type Manner = {
  /** The header with the signature, in lower case. */
  header: string;
  /** The label before a signature: `v1` in `t=1619201259,v1=878e…`. */
  label: string;
  /** The unit of the vendor's timestamps. */
  unitMs: 1 | 1_000;
  secret: string;
};

/**
 * Throws WebhookRefused unless the body and a recent time are signed with the secret. While a vendor rotates its secret it signs with both,
 * so one of several signatures is enough; each may have its own time. The body is hashed only for a signature that is recent and has the
 * length of one, because anyone can send a webhook.
 */
export function refuseUnsigned(webhookRequest: WebhookRequest, now: Date, manner: Manner): void {
  const signatures = String(webhookRequest.headers[manner.header] ?? "")
    .split(" ")
    .flatMap((part) => {
      const fields = part.split(",").map((field) => field.split("=", 2) as [string, string?]);
      const time = fields.find(([name]) => name === "t")?.[1] ?? "";
      return fields.flatMap(([name, value]) => (name === manner.label && value ? [{ time, value }] : []));
    });
  if (signatures.length > maxSignatures) throw new WebhookRefused("too many signatures");
  const holds = signatures.some(({ time, value }) => {
    const ageMs = now.getTime() - Number(time) * manner.unitMs;
    if (!(ageMs <= oldestMs && ageMs >= -aheadMs) || !/^[0-9a-f]{64}$/i.test(value)) return false;
    const expected = createHmac("sha256", manner.secret).update(`${time}.`).update(webhookRequest.body).digest();
    return timingSafeEqual(Buffer.from(value, "hex"), expected);
  });
  if (!holds) throw new WebhookRefused("no valid signature");
}
