import { readFileSync } from "node:fs";
import Fastify, { type FastifyReply, type FastifyRequest } from "fastify";
import { accounts, type Customer, customers, type SignUp, signUp } from "./customers.ts";
import { InlayError, inlay } from "./inlay.ts";
import { financingPage, invoicesPage, problemPage, type Standing, signUpPage } from "./pages.ts";

const {
  DEMO_PORT = "4003",
  INLAY_API_URL = "http://localhost:4000",
  INLAY_PORTAL_URL = "http://localhost:4001",
  DEMO_SECRET_KEY,
  DEMO_PUBLISHABLE_KEY,
} = process.env;
if (!DEMO_SECRET_KEY || !DEMO_PUBLISHABLE_KEY) {
  console.error("demo-platform needs DEMO_SECRET_KEY and DEMO_PUBLISHABLE_KEY, Larkspur's API keys at Inlay.");
  process.exit(1);
}
const notNow = "Financing is not available right now. Please try again in a moment.";
const noEmbedScript = "The embed script has not been built yet. Run `npm run build -w @inlay/embed`, then reload.";
const frameOptions = ["locale", "theme", "products", "colorScheme"];
const cookieName = "larkspur-customer";

const frame = { publishableKey: DEMO_PUBLISHABLE_KEY, portalUrl: INLAY_PORTAL_URL };
const financing = inlay(INLAY_API_URL, DEMO_SECRET_KEY);

const contentSecurityPolicy = [
  "default-src 'self'",
  "img-src 'self' data:",
  `frame-src ${new URL(INLAY_PORTAL_URL).origin}`,
  "frame-ancestors 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join("; ");

const app = Fastify({ logger: false });
app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_, body, done) =>
  done(null, Object.fromEntries(new URLSearchParams(String(body)))),
);
app.addHook("onRequest", async (_, reply) => {
  reply.headers({
    "content-security-policy": contentSecurityPolicy,
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  });
});

const html = (reply: FastifyReply, page: string) => reply.type("text/html; charset=utf-8").send(page);

app.get("/", async (request, reply) => html(reply, invoicesPage(await pageOf(request))));

app.get<{ Querystring: Record<string, string> }>("/financing", async (request, reply) => {
  const page = await pageOf(request);
  if (!embedScript()) return html(reply.code(503), problemPage({ ...page, problem: noEmbedScript }));
  try {
    await financing.userIdOf(page.customer);
  } catch (error) {
    console.error(error);
    return html(reply.code(502), problemPage({ ...page, problem: notNow }));
  }
  const options = Object.fromEntries(
    frameOptions.flatMap((name) => (request.query[name] ? [[name, request.query[name]]] : [])),
  );
  return html(reply, financingPage({ ...page, ...frame, options }));
});

/** Called by the page's fetchClientSecret. The server decides which user the token is for, never the page. */
app.post("/financing-session", async (request, reply) => {
  const connectToken = await financing.connectToken(customerOf(request));
  return reply.type("text/plain; charset=utf-8").send(connectToken);
});

const enter = (reply: FastifyReply, customer: Customer, page: string) =>
  reply.header("set-cookie", `${cookieName}=${customer.id}; Path=/; HttpOnly; SameSite=Lax`).redirect(page, 303);

app.post<{ Body: { customer?: string; back?: string } }>("/customer", (request, reply) => {
  const chosen = customers.find(({ id }) => id === request.body.customer) ?? customers[0];
  return enter(reply, chosen, request.body.back === "/financing" ? "/financing" : "/");
});

app.get("/sign-up", async (request, reply) => html(reply, signUpPage(await pageOf(request))));
app.post<{ Body: Partial<SignUp> }>("/sign-up", (request, reply) => {
  const { name = "", firstName = "", lastName = "", email = "" } = request.body;
  if (![name, firstName, lastName, email].every(Boolean)) return reply.redirect("/sign-up", 303);
  return enter(reply, signUp({ name, firstName, lastName, email }), "/financing");
});

app.get("/embed.js", (_, reply) => {
  const script = embedScript();
  return script ? reply.type("text/javascript").send(script) : reply.code(404).type("text/plain").send(noEmbedScript);
});
app.get("/financing.js", (_, reply) => reply.type("text/javascript").send(file("../public/financing.js")));
app.get("/larkspur.css", (_, reply) => reply.type("text/css").send(file("../public/larkspur.css")));

app.setErrorHandler((error, _, reply) => {
  console.error(error);
  return reply
    .code(error instanceof InlayError ? 502 : 500)
    .type("text/plain; charset=utf-8")
    .send(notNow);
});

// Larkspur would do this every night. Without Inlay its own pages still work.
const prequalified = await financing.prequalify(customers).catch((error: unknown) => {
  console.error(error);
  return new Set<string>();
});
await app.listen({ host: "127.0.0.1", port: Number(DEMO_PORT) });
console.log(`demo-platform ready on http://127.0.0.1:${DEMO_PORT}`);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void app.close().then(() => process.exit(0)));
}

/** A real product authenticates its users. Here a cookie selects the customer. */
function customerOf(request: FastifyRequest): Customer {
  const cookies = request.headers.cookie?.split("; ") ?? [];
  return customers.find(({ id }) => cookies.includes(`${cookieName}=${id}`)) ?? customers[0];
}

/** The customer of a request and what Inlay knows of the accounts. Larkspur's own pages are shown without it, too. */
async function pageOf(request: FastifyRequest): Promise<{ customer: Customer; standing: Standing }> {
  const customer = customerOf(request);
  const statuses = await financing.statusesOf([...new Set([...accounts, customer])]).catch((error: unknown) => {
    console.error(error);
    return new Map();
  });
  return { customer, standing: { statuses, prequalified } };
}

function embedScript(): string | null {
  try {
    return file("../../../packages/embed/dist/embed.js");
  } catch {
    return null;
  }
}

function file(path: string): string {
  return readFileSync(new URL(path, import.meta.url), "utf8");
}
