import path from "node:path";
import Fastify from "fastify";
import { openInbox } from "./email/inbox.ts";
import { startSmtp } from "./email/smtp.ts";
import { experian } from "./experian/vendor.ts";
import { inboxRoutes } from "./inbox/routes.ts";
import { middesk } from "./middesk/vendor.ts";
import { modernTreasury } from "./modern-treasury/routes.ts";
import { pandaDoc } from "./pandadoc/vendor.ts";
import { persona } from "./persona/vendor.ts";
import { placesRoutes } from "./places/routes.ts";
import { plaid } from "./plaid/vendor.ts";
import { railz } from "./railz/vendor.ts";
import { s3 } from "./s3/vendor.ts";
import { messagesIn } from "./twilio/messages.ts";
import { twilio } from "./twilio/vendor.ts";
import { openWorld } from "./world/ground.ts";
import { homeRoutes } from "./world/home.ts";
import { mount } from "./world/mount.ts";
import { worldRoutes } from "./world/routes.ts";
import { zendesk } from "./zendesk/vendor.ts";

const { env } = process;
if (env["INLAY_ENV"] === "production") {
  console.error("The sandbox simulates vendors. It does not start with INLAY_ENV=production.");
  process.exit(1);
}

/** Secrets and webhook URLs have the same names as in the API, which declares them. The secrets are public, because nothing here is real. */
const sharedSecret = (name: string) => env[name] ?? "sandbox";
const webhookUrl = (name: string) => env[name] ?? null;

const port = Number(env["SANDBOX_PORT"] ?? 4002);
const smtpPort = Number(env["SANDBOX_SMTP_PORT"] ?? 4025);
const dir = env["SANDBOX_DIR"] ?? path.resolve(import.meta.dirname, "../../../.local/sandbox");

const inbox = openInbox(path.join(dir, "email"));
const files = await s3(dir, [new URL(env["PORTAL_URL"] ?? "http://localhost:4001").origin]);
const world = await openWorld(path.join(dir, "world"), (ground) => [
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
  files,
]);
// An unknown property is refused and not dropped. Hanging requests do not keep the process alive.
const app = Fastify({
  logger: false,
  forceCloseConnections: true,
  ajv: { customOptions: { removeAdditional: false } },
});
inboxRoutes(app, inbox, () => messagesIn(world.store));
placesRoutes(app);
worldRoutes(app, world);
homeRoutes(app, world, smtpPort);
for (const vendor of world.vendors) mount(app, world, vendor);
app.get("/healthz", (_, reply) => reply.type("text/plain").send("alive"));

const smtp = await startSmtp(inbox, smtpPort);
await app.listen({ host: "127.0.0.1", port });
world.start();
console.log(`sandbox ready on http://127.0.0.1:${port}, SMTP on ${smtpPort}`);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    smtp.close(async () => {
      await app.close();
      await world.stop();
      process.exit(0);
    });
  });
}
