import { createHmac, timingSafeEqual } from "node:crypto";
import { WebhookRefused, type WebhookRequest } from "./webhook.ts";

const oldestMs = 5 * 60_000;
/** How much the vendor's clock may be ahead of ours. */
const aheadMs = 30_000;

type Manner = {
  /** The header that carries the signature, in small letters. */
  header: string;
  /** What stands before a signature: `v1` in `t=1619201259,v1=878e…`. */
  label: string;
  /** In which unit the vendor counts time. */
  unitMs: 1 | 1_000;
  secret: string;
};

/**
 * Throws WebhookRefused unless the text was signed a moment ago, together with that moment, by somebody who knows the secret. While a vendor
 * changes its secret it signs with both, so one of several signatures is enough; each may come with a time of its own.
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
    const told = Buffer.from(value, "hex");
    const ageMs = now.getTime() - Number(time) * manner.unitMs;
    const isFresh = ageMs <= oldestMs && ageMs >= -aheadMs;
    return told.length === expected.length && timingSafeEqual(told, expected) && isFresh;
  });
  if (!holds) throw new WebhookRefused("no signature that holds");
}
