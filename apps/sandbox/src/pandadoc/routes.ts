import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Life } from "./life.ts";
import { shortId } from "./life.ts";
import { tooLate } from "./scenarios.ts";
import type { Doc, Field, State } from "./state.ts";
import { vendorName } from "./state.ts";
import { fieldOnWire, onWire, summaryOnWire } from "./wire.ts";

type Named = { Params: { id: string } };
type NewDocument = {
  name?: string;
  metadata?: Record<string, string>;
  recipients?: { email?: string; first_name?: string; last_name?: string; role?: string; signing_order?: number }[];
};
type NewField = {
  field_id?: string;
  type?: string;
  assigned_to?: string;
  layout?: {
    page?: number;
    position?: { offset_x?: number; offset_y?: number };
    style?: { width?: number; height?: number };
  };
};

const largest = 50 * 1024 * 1024;
const root = "/public/v1/documents";

/** The vendor's API: documents, their fields, sending, sessions and the file. */
export function wireRoutes(app: FastifyInstance, state: State, life: Life): void {
  app.addHook("onRequest", async (request, reply) => {
    const isWire = request.url.startsWith(`/${vendorName}/public/`);
    if (isWire && !/^API-Key \S+/.test(request.headers.authorization ?? ""))
      return refuse(reply, 401, "authentication_error", "Authentication credentials were not provided.");
    return undefined;
  });
  app.addContentTypeParser("multipart/form-data", { parseAs: "buffer", bodyLimit: largest }, (request, body, done) => {
    new Response(new Uint8Array(body as Buffer), { headers: { "content-type": request.headers["content-type"] ?? "" } })
      .formData()
      .then((form) => done(null, form), done);
  });

  app.post(root, { bodyLimit: largest }, async (request, reply) => {
    const form = request.body;
    if (!(form instanceof FormData)) return refuse(reply, 400, "validation_error", "A file is needed.");
    const [file, data] = [form.get("file"), JSON.parse(String(form.get("data") ?? "{}")) as NewDocument];
    const { name, metadata = {}, recipients = [] } = data;
    const pdf = file instanceof Blob ? Buffer.from(await file.arrayBuffer()) : Buffer.alloc(0);
    if (!name || pdf.subarray(0, 5).toString() !== "%PDF-")
      return refuse(reply, 400, "validation_error", "name and a PDF are needed.");
    if (recipients.some(({ email }) => !email?.includes("@")))
      return refuse(reply, 400, "validation_error", "Every recipient needs an email.");
    const doc = life.upload(
      {
        name,
        metadata,
        fields: [],
        world: metadata["business_id"] ?? "nobody",
        recipients: recipients.map((one) => ({
          id: shortId(),
          email: one.email ?? "",
          firstName: one.first_name ?? "",
          lastName: one.last_name ?? "",
          role: one.role ?? "",
          signingOrder: one.signing_order ?? 0,
          completedAt: null,
          address: null,
        })),
      },
      pdf,
    );
    return reply.code(201).send({
      ...summaryOnWire(doc),
      uuid: doc.id,
      links: [{ rel: "status", href: `${root}/${doc.id}`, type: "GET" }],
      info_message: "You need to poll the document status until it becomes document.draft.",
    });
  });

  app.get<{ Querystring: Record<string, string> }>(root, async (request) => {
    const wanted = Object.entries(request.query).flatMap(([name, value]) =>
      name.startsWith("metadata_") ? [[name.slice("metadata_".length), value] as const] : [],
    );
    const found = state.docs.all().filter((doc) => wanted.every(([name, value]) => doc.metadata[name] === value));
    return { results: found.slice(0, Number(request.query["count"] ?? 50)).map(summaryOnWire) };
  });

  const withDoc = (reply: FastifyReply, id: string, answer: (doc: Doc) => unknown) => {
    const doc = state.docs.get(id);
    return doc ? answer(doc) : refuse(reply, 404, "not_found", "Not found");
  };
  const conflict = (reply: FastifyReply, doc: Doc) =>
    refuse(reply, 409, "request_error", `The document is ${doc.status}.`);

  app.get<Named>(`${root}/:id`, async (request, reply) => withDoc(reply, request.params.id, summaryOnWire));
  app.get<Named>(`${root}/:id/details`, async (request, reply) => withDoc(reply, request.params.id, onWire));
  app.delete<Named>(`${root}/:id`, async (request, reply) =>
    withDoc(reply, request.params.id, (doc) => {
      life.remove(doc);
      return reply.code(204).send();
    }),
  );
  app.post<Named & { Body: { fields?: NewField[] } }>(`${root}/:id/fields`, async (request, reply) =>
    withDoc(reply, request.params.id, (doc) => {
      if (doc.status !== "document.draft") return conflict(reply, doc);
      const fields = (request.body.fields ?? []).map(fieldFrom);
      const isWhole = fields.every((one) => doc.recipients.some(({ id }) => id === one.assignedTo));
      if (!isWhole) return refuse(reply, 400, "validation_error", "assigned_to must be a recipient of the document.");
      life.place(doc, fields);
      return reply.code(201).send({ fields: fields.map(fieldOnWire) });
    }),
  );
  app.post<Named>(`${root}/:id/send`, async (request, reply) =>
    withDoc(reply, request.params.id, (doc) => {
      if (doc.status !== "document.draft") return conflict(reply, doc);
      return onWire(life.send(doc));
    }),
  );
  app.post<Named & { Body: { recipient?: string; lifetime?: number } }>(`${root}/:id/session`, async (request, reply) =>
    withDoc(reply, request.params.id, (doc) => {
      const { recipient: email = "", lifetime = 3_600 } = request.body;
      const recipient = doc.recipients.find((one) => one.email === email);
      if (!recipient) return refuse(reply, 400, "validation_error", "recipient is not a recipient of the document.");
      if (["document.uploaded", "document.draft", "document.error"].includes(doc.status)) return conflict(reply, doc);
      const session = life.open(doc, recipient, email.startsWith(tooLate) ? -1 : lifetime);
      return reply.code(201).send({ id: session.id, expires_at: session.expiresAt });
    }),
  );
  app.patch<Named & { Body: { status?: number } }>(`${root}/:id/status`, async (request, reply) =>
    withDoc(reply, request.params.id, (doc) => {
      if (request.body.status !== 11)
        return refuse(reply, 400, "validation_error", "The sandbox supports only 11 (voided).");
      if (doc.status === "document.completed") return conflict(reply, doc);
      life.void(doc);
      return reply.code(204).send();
    }),
  );
  app.get<Named>(`${root}/:id/download`, async (request, reply) =>
    withDoc(reply, request.params.id, async (doc) => reply.type("application/pdf").send(await life.file(doc))),
  );
}

const fieldFrom = ({ field_id: fieldId, type, assigned_to: assignedTo, layout = {} }: NewField): Field => ({
  uuid: randomUUID(),
  fieldId: fieldId ?? "field",
  assignedTo: assignedTo ?? "",
  value: null,
  type: type === "date" ? "date" : "signature",
  page: layout.page ?? 1,
  x: layout.position?.offset_x ?? 0,
  y: layout.position?.offset_y ?? 0,
  width: layout.style?.width ?? 150,
  height: layout.style?.height ?? 40,
});

const refuse = (reply: FastifyReply, status: number, type: string, detail: string) =>
  reply.code(status).send({ type, detail });
