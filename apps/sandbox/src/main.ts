import path from "node:path";
import Fastify from "fastify";
import { openInbox } from "./email/inbox.ts";
import { startSmtp } from "./email/smtp.ts";
import { inboxRoutes } from "./inbox/routes.ts";
import { placesRoutes } from "./places/routes.ts";
import { messagesIn } from "./twilio/messages.ts";
import { vendorsFrom } from "./vendors.ts";
import { openWorld } from "./world/ground.ts";
import { homeRoutes } from "./world/home.ts";
import { mount } from "./world/mount.ts";
import { worldRoutes } from "./world/routes.ts";

const { env } = process;
if (env["INLAY_ENV"] === "production") {
  console.error("The sandbox simulates vendors. It does not start with INLAY_ENV=production.");
  process.exit(1);
}

const port = Number(env["SANDBOX_PORT"] ?? 4002);
const smtpPort = Number(env["SANDBOX_SMTP_PORT"] ?? 4025);
const dir = env["SANDBOX_DIR"] ?? path.resolve(import.meta.dirname, "../../../.local/sandbox");

const inbox = openInbox(path.join(dir, "email"));
const world = await openWorld(path.join(dir, "world"), await vendorsFrom(env, dir));
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
