import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { serveAssets } from "../../widget/assets.ts";
import type { Life } from "../life.ts";
import { fullName } from "../stamp.ts";
import type { State } from "../state.ts";

type Named = { Params: { id: string } };

/** The frame in which a person signs: its page and the requests of the page. */
export function signingRoutes(app: FastifyInstance, state: State, life: Life): void {
  serveAssets(app, "/signing", import.meta.dirname, ["signing.js", "signing.css", "texts.js", "host.js"]);
  const served = (address: string, file: string, type: string) => {
    const content = readFileSync(new URL(file));
    app.get(address, async (_, reply) => reply.type(type).header("cache-control", "max-age=86400").send(content));
  };
  served("/signing/pdf.mjs", import.meta.resolve("pdfjs-dist/build/pdf.min.mjs"), "text/javascript");
  served("/signing/pdf.worker.mjs", import.meta.resolve("pdfjs-dist/build/pdf.worker.min.mjs"), "text/javascript");
  served(
    "/signing/script.ttf",
    import.meta.resolve("@expo-google-fonts/dancing-script/600SemiBold/DancingScript_600SemiBold.ttf"),
    "font/ttf",
  );

  const page = readFileSync(new URL("signing.html", import.meta.url), "utf8");
  // Opened by its own URL, or by the vendor's library, which sends the session after the page reports that it is ready.
  app.get<Named>("/s/:id", async (_, reply) => reply.type("text/html").send(page));
  app.get("/app", async (_, reply) => reply.type("text/html").send(page));

  const describe = (id: string) => {
    const entered = life.enter(id);
    if (!entered) return { obstacle: "NOT_FOUND" as const };
    const { doc, recipient, obstacle } = entered;
    return {
      obstacle,
      document: { uuid: doc.id, name: doc.name },
      recipient: { id: recipient.id, email: recipient.email, name: fullName(recipient) },
      fields: doc.fields
        .filter(({ assignedTo }) => assignedTo === recipient.id)
        .map(({ uuid, type, page: n, x, y, width, height }) => ({ uuid, type, page: n, x, y, width, height })),
    };
  };
  app.post<Named>("/sessions/:id/open", async (request) => {
    const entered = life.enter(request.params.id);
    if (entered && !entered.obstacle) life.view(entered.doc);
    return describe(request.params.id);
  });
  app.get<Named>("/sessions/:id/document.pdf", async (request, reply) => {
    const entered = life.enter(request.params.id);
    if (!entered || entered.obstacle) return reply.code(404).send({ obstacle: entered?.obstacle ?? "NOT_FOUND" });
    const file = state.files.get(entered.doc.id);
    return reply.type("application/pdf").send(Buffer.from(file?.base64 ?? "", "base64"));
  });
  app.post<Named>("/sessions/:id/decline", async (request, reply) => {
    const entered = life.enter(request.params.id);
    if (!entered || entered.obstacle) return reply.code(409).send({ obstacle: entered?.obstacle ?? "NOT_FOUND" });
    life.decline(entered.doc);
    return { obstacle: "DECLINED" };
  });
  app.post<Named & { Body: { values?: Record<string, string> } }>(
    "/sessions/:id/finish",
    { bodyLimit: 5 * 1024 * 1024 },
    async (request, reply) => {
      const { values = {} } = request.body;
      const entered = life.enter(request.params.id);
      if (!entered || entered.obstacle) return reply.code(409).send({ obstacle: entered?.obstacle ?? "NOT_FOUND" });
      const { doc, recipient } = entered;
      const own = doc.fields.filter(({ assignedTo }) => assignedTo === recipient.id);
      const isWhole = own.every(({ uuid, type }) =>
        type === "signature" ? /^data:image\/png;base64,/.test(values[uuid] ?? "") : Boolean(values[uuid]),
      );
      if (!isWhole) return reply.code(400).send({ error: "Every field must be filled in." });
      life.sign(doc, recipient, values, request.ip);
      return { obstacle: "SIGNED" };
    },
  );
}
