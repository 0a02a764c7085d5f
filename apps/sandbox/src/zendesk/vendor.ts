import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { serveAssets, serveKit } from "../widget/assets.ts";
import type { Ground, Scenario, Vendor } from "../world/ground.ts";

type Said = { by: "person" | "team"; text: string; at: string };
/** A conversation of a person about a business, both from the token. A person continues an existing conversation. */
type Conversation = { id: string; person: string; name: string | null; reference: string | null; said: Said[] };

type Claims = { external_id: string; business_reference?: string; name?: string; exp: number };

const scenarios: readonly Scenario[] = [
  { value: "any message", happens: "The team confirms it with the business reference of the token." },
  { value: "human", happens: "A message with this word is answered by a named agent." },
];

/** Zendesk: the help window. Tokens are signed with `secret`. */
export function zendesk(ground: Ground, { secret }: { secret: string }): Vendor {
  const conversations = ground.store.collection<Conversation>("zendesk conversations");

  /** Null when the token has no valid signature or has expired. */
  function claimsIn(token: string): Claims | null {
    const [head = "", body = "", signature = ""] = token.split(".");
    const right = createHmac("sha256", secret).update(`${head}.${body}`).digest();
    const given = Buffer.from(signature, "base64url");
    if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
    const claims = JSON.parse(Buffer.from(body, "base64url").toString()) as Claims;
    return claims.exp * 1_000 > Date.now() ? claims : null;
  }

  function routes(app: FastifyInstance): void {
    serveKit(app);
    const folder = `${import.meta.dirname}/messenger`;
    serveAssets(app, "/messenger", folder, ["messenger.css", "messenger.js"]);
    serveAssets(app, "/ekr", folder, ["snippet.js"]);
    const page = readFileSync(`${folder}/page.html`, "utf8");
    app.get("/messenger", async (_, reply) => reply.type("text/html").send(page));

    app.post<{ Body: { token: string } }>("/messenger/login", async ({ body }, reply) => {
      const claims = claimsIn(body.token);
      if (!claims) return reply.code(401).send({ error: "TOKEN_INVALID" });
      const { external_id: person, business_reference: reference = null, name = null } = claims;
      const known = conversations.all().find((one) => one.person === person && one.reference === reference);
      const conversation = known ?? { id: randomUUID(), person, name, reference, said: [] };
      conversations.put(conversation.id, conversation);
      return conversation;
    });
    app.post<{ Body: { id: string; text: string; language: string } }>(
      "/messenger/messages",
      async ({ body }, reply) => {
        const conversation = conversations.get(body.id);
        const text = body.text.trim().slice(0, 2_000);
        if (!conversation || !text) return reply.code(404).send({ error: "CONVERSATION_UNKNOWN" });
        const at = new Date().toISOString();
        const answer: Said = { by: "team", text: answerTo(text, conversation, body.language), at };
        const changed = { ...conversation, said: [...conversation.said, { by: "person" as const, text, at }, answer] };
        conversations.put(conversation.id, changed);
        return changed;
      },
    );
  }

  return {
    name: "zendesk",
    title: "Help window, as Zendesk",
    scenarios,
    routes,
    worldOf: () => null,
    happens: {},
    webhooks: { sign: () => ({}), forge: (body) => body },
  };
}

function answerTo(text: string, { reference }: Conversation, language: string): string {
  const isSpanish = language === "es";
  if (/\bhuman\b/i.test(text))
    return isSpanish ? "Hola, soy Iris. ¿En qué puedo ayudarle?" : "Hi, Iris here. How can I help?";
  return isSpanish
    ? `Gracias. Hemos recibido su mensaje (${reference}) y le responderemos aquí y por correo electrónico.`
    : `Thank you. We have your message (${reference}) and will answer here and by email.`;
}
