import type { FastifyInstance } from "fastify";
import type { AppContext } from "../context.ts";
import { WebhookRefused, type WebhookRequest } from "../providers/webhook.ts";

/** Somebody outside who tells us that something happened. */
export type WebhookHandler<Webhook> = {
  /** What the vendor does for us; its messages come to `/api/vendors/<job>/webhooks`. */
  job: string;
  /** Reads a message, or throws WebhookRefused when it is not the vendor's. */
  read(webhookRequest: WebhookRequest): Webhook | Promise<Webhook>;
  /** What we do not know yet is told again later, so `NOT_YET` makes the vendor repeat it. */
  handle(webhook: Webhook): Promise<"HANDLED" | "NOT_YET">;
};

/** Where a vendor tells us that something happened. What it signed is the text, so the text must come as it was sent. */
export async function addWebhookRoute<Webhook>(
  fastify: FastifyInstance,
  app: AppContext,
  handler: WebhookHandler<Webhook>,
): Promise<void> {
  const { job, read, handle } = handler;
  const readOrRefuse = async (webhookRequest: WebhookRequest): Promise<Webhook | null> => {
    try {
      return await read(webhookRequest);
    } catch (error) {
      if (error instanceof WebhookRefused) return null;
      throw error;
    }
  };
  await fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string" }, (_, body, done) => done(null, body));
    scope.post(
      `/api/vendors/${job}/webhooks`,
      { config: { action: "vendor.webhook" }, schema: { hide: true } },
      async (request, reply) => {
        const webhook = await readOrRefuse({
          body: String(request.body),
          headers: request.headers,
          query: request.query as Record<string, unknown>,
        });
        if (webhook === null) {
          app.log.warn("a message in a vendor's name was not from it", { requestId: request.id });
          return reply.code(401).send("");
        }
        return reply.code((await handle(webhook)) === "HANDLED" ? 200 : 503).send("");
      },
    );
  });
}
