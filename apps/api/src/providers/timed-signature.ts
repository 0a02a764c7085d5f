import { createHmac, timingSafeEqual } from "node:crypto";
import { WebhookRefused, type WebhookRequest } from "./webhook.ts";

const oldestMs = 5 * 60_000;
/** How much the vendor's clock may be ahead of ours. */
const aheadMs = 30_000;

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
 * so one of several signatures is enough; each may have its own time.
 */
export function refuseUnsigned({ body, headers }: WebhookRequest, now: Date, manner: Manner): void {
  const signatures = String(headers[manner.header] ?? "")
    .split(" ")
    .flatMap((part) => {
      const fields = part.split(",").map((field) => field.split("=", 2) as [string, string?]);
      const time = fields.find(([name]) => name === "t")?.[1] ?? "";
      return fields.flatMap(([name, value]) => (name === manner.label && value ? [{ time, value }] : []));
    });
  const holds = signatures.some(({ time, value }) => {
    const expected = createHmac("sha256", manner.secret).update(`${time}.${body}`).digest();
    const given = Buffer.from(value, "hex");
    const ageMs = now.getTime() - Number(time) * manner.unitMs;
    const isFresh = ageMs <= oldestMs && ageMs >= -aheadMs;
    return given.length === expected.length && timingSafeEqual(given, expected) && isFresh;
  });
  if (!holds) throw new WebhookRefused("no valid signature");
}
