import { experian } from "./experian/vendor.ts";
import { kms } from "./kms/vendor.ts";
import { middesk } from "./middesk/vendor.ts";
import { modernTreasury } from "./modern-treasury/routes.ts";
import { pandaDoc } from "./pandadoc/vendor.ts";
import { persona } from "./persona/vendor.ts";
import { plaid } from "./plaid/vendor.ts";
import { railz } from "./railz/vendor.ts";
import { s3 } from "./s3/vendor.ts";
import { twilio } from "./twilio/vendor.ts";
import type { Ground, Vendor } from "./world/ground.ts";
import { zendesk } from "./zendesk/vendor.ts";

/** All vendors, with their webhook endpoints and signing keys from the environment. Files are stored below `dir`. */
export async function vendorsFrom(env: NodeJS.ProcessEnv, dir: string): Promise<(ground: Ground) => Vendor[]> {
  // Secrets and webhook URLs have the same names as in the API, which declares them. The secrets are public, because nothing here is real.
  const sharedSecret = (name: string) => env[name] ?? "sandbox";
  const webhookUrl = (name: string) => env[name] ?? null;
  const files = await s3(dir, [new URL(env["PORTAL_URL"] ?? "http://localhost:4001").origin]);
  return (ground) => [
    persona(ground, {
      webhookUrl: webhookUrl("PERSONA_WEBHOOK_URL"),
      webhookSecret: sharedSecret("PERSONA_WEBHOOK_SECRET"),
    }),
    railz(ground, {
      webhookUrl: webhookUrl("RAILZ_WEBHOOK_URL"),
      webhookSecret: sharedSecret("RAILZ_WEBHOOK_SECRET"),
    }),
    twilio(ground, { authToken: sharedSecret("TWILIO_AUTH_TOKEN") }),
    modernTreasury(ground, {
      webhookUrl: webhookUrl("MODERN_TREASURY_WEBHOOK_URL"),
      webhookKey: sharedSecret("MODERN_TREASURY_WEBHOOK_KEY"),
    }),
    pandaDoc(ground, {
      webhookUrl: webhookUrl("PANDADOC_WEBHOOK_URL"),
      webhookKey: sharedSecret("PANDADOC_WEBHOOK_KEY"),
    }),
    plaid(ground),
    zendesk(ground, { secret: sharedSecret("ZENDESK_SECRET") }),
    experian(ground),
    middesk(ground, {
      webhookUrl: webhookUrl("MIDDESK_WEBHOOK_URL"),
      webhookSecret: sharedSecret("MIDDESK_WEBHOOK_SECRET"),
    }),
    kms({ secretAccessKey: sharedSecret("KMS_SECRET_ACCESS_KEY") }),
    files,
  ];
}
