import path from "node:path";
import Fastify from "fastify";
import { openInbox } from "./mail/inbox.ts";
import { mailRoutes } from "./mail/routes.ts";
import { startSmtp } from "./mail/smtp.ts";
import { page } from "./pages.ts";
import { placesRoutes } from "./places/routes.ts";

const { env } = process;
if (env["INLAY_ENV"] === "production") {
  console.error("The sandbox plays banks and post offices. It does not start where the settings say production.");
  process.exit(1);
}

const port = Number(env["SANDBOX_PORT"] ?? 4002);
const smtpPort = Number(env["SANDBOX_SMTP_PORT"] ?? 4025);
const dir = env["SANDBOX_DIR"] ?? path.resolve(import.meta.dirname, "../../../.local/sandbox");

const inbox = openInbox(path.join(dir, "mail"));
const app = Fastify({ logger: false });
mailRoutes(app, inbox);
placesRoutes(app);
app.get("/", (_, reply) =>
  reply.type("text/html").send(
    page(
      "What is here",
      `<h1>The outside world, in a box</h1>
      <p class="lead">This process plays the services that Inlay talks to, over their own protocols, so that everything can be tried without an account anywhere.</p>
      <ul><li><a href="/inbox">Inbox</a>: every e-mail that Inlay sends (SMTP on 127.0.0.1:${smtpPort}). A recipient that begins with <code>refused</code> is refused for good.</li>
      <li>Address suggestions, as Google Places (New) at <code>/places</code>. Try “12 Main” or “Calle”; “outage” fails and “slowly” hangs.</li></ul>`,
    ),
  ),
);
app.get("/healthz", (_, reply) => reply.type("text/plain").send("alive"));

const smtp = await startSmtp(inbox, smtpPort);
await app.listen({ host: "127.0.0.1", port });
console.log(`sandbox ready on http://127.0.0.1:${port}, SMTP on ${smtpPort}`);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    smtp.close(() => app.close().then(() => process.exit(0)));
  });
}
