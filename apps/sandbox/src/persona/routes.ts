import { readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply } from "fastify";
import { serveAssets, serveKit } from "../widget/assets.ts";
import { type Inquiries, inquiryOnWire, Refused, vendorName } from "./inquiries.ts";
import { type Ending, endings } from "./scenarios.ts";

type InquiryBody = {
  data?: {
    attributes?: { "inquiry-template-id"?: string; "reference-id"?: string; fields?: Record<string, string> };
  };
};
type Named = { Params: { id: string } };

async function answering(reply: FastifyReply, act: () => unknown) {
  try {
    return await reply.send(act());
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return reply.code(error.status).send({ errors: [{ title: error.message }] });
  }
}

/** The vendor's API, for our server. */
export function wireRoutes(app: FastifyInstance, inquiries: Inquiries): void {
  app.addHook("onRequest", async (request, reply) => {
    const isApi = request.url.startsWith(`/${vendorName}/api/`);
    const { authorization = "" } = request.headers;
    if (isApi && !/^Bearer (?!wrong)\S+/.test(authorization))
      return reply.code(401).send({ errors: [{ title: "Must be authenticated to access this endpoint" }] });
    return undefined;
  });
  const at = "/api/v1/inquiries";

  app.post<{ Body: InquiryBody | null }>(at, async (request, reply) => {
    const attributes = request.body?.data?.attributes ?? {};
    const { "inquiry-template-id": templateId, "reference-id": reference = null, fields = {} } = attributes;
    if (!templateId?.startsWith("itmpl_"))
      return reply.code(400).send({ errors: [{ title: "Bad Request", details: "inquiry-template-id is missing" }] });
    const key = request.headers["idempotency-key"];
    reply.code(201);
    return answering(reply, () =>
      inquiryOnWire(inquiries.create(typeof key === "string" ? key : null, { templateId, reference, fields })),
    );
  });
  app.get<Named>(`${at}/:id`, async ({ params }, reply) =>
    answering(reply, () => inquiryOnWire(inquiries.find(params.id))),
  );
  app.delete<Named>(`${at}/:id`, async ({ params }, reply) =>
    answering(reply, () => inquiryOnWire(inquiries.redact(params.id))),
  );
  app.post<Named>(`${at}/:id/resume`, async ({ params }, reply) =>
    answering(reply, () => {
      const { token } = inquiries.resume(params.id);
      return { ...inquiryOnWire(inquiries.find(params.id)), meta: { "session-token": token } };
    }),
  );
  app.post<Named>(`${at}/:id/generate-one-time-link`, async ({ params, host }, reply) =>
    answering(reply, () => {
      const code = inquiries.oneTimeCode(params.id);
      const link = `http://${host}/${vendorName}/verify?code=${code}`;
      return {
        ...inquiryOnWire(inquiries.find(params.id)),
        meta: { "one-time-link": link, "one-time-link-short": link },
      };
    }),
  );
}

/** The person's page: `/widget` inside the frame of the vendor's library, `/verify` by itself. */
export function pageRoutes(app: FastifyInstance, inquiries: Inquiries): void {
  serveKit(app);
  const folder = `${import.meta.dirname}/verify`;
  serveAssets(app, "/page", folder, ["verify.css", "verify.js", "texts.js"]);
  const page = readFileSync(`${folder}/page.html`, "utf8");
  for (const address of ["/widget", "/verify"])
    app.get(address, async (_, reply) => reply.type("text/html").send(page));

  type Entry = { sessionToken?: string; code?: string };
  app.post<{ Body: Entry }>("/page/enter", async ({ body }, reply) =>
    answering(reply, () => {
      const { id, token, status, fields } = inquiries.enter(body);
      const firstName = fields["name-first"] ?? "";
      return { inquiryId: id, sessionToken: token, status, firstName, endings };
    }),
  );
  app.post<{ Body: Entry }>("/page/begin", async ({ body }, reply) =>
    answering(reply, () => {
      const { id } = inquiries.enter(body);
      inquiries.begin(id);
      return { status: inquiries.find(id).status };
    }),
  );
  app.post<{ Body: Entry & { ending?: string } }>("/page/submit", async ({ body }, reply) =>
    answering(reply, () => {
      const ending = Object.hasOwn(endings, body.ending ?? "") ? (body.ending as Ending) : null;
      return { status: inquiries.submit(inquiries.enter(body).id, ending).status };
    }),
  );
}
