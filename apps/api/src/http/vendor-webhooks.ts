import type { FastifyInstance } from "fastify";
import type { AppContext } from "../context.ts";
import { WebhookRefused, type WebhookRequest } from "../providers/webhook.ts";

/** The handler of one vendor's webhooks. */
export type WebhookHandler<Webhook> = {
  /** The vendor's job. Its webhooks are posted to `/api/vendors/<job>/webhooks`. */
  job: string;
  /** Verifies and parses a webhook. Throws WebhookRefused if the vendor did not sign it. */
  read(webhookRequest: WebhookRequest): Webhook | Promise<Webhook>;
  /** Returns `NOT_YET` for an object that is still unknown. The answer is then 503, so the vendor retries. */
  handle(webhook: Webhook): Promise<"HANDLED" | "NOT_YET">;
};

/**
 * Adds the webhook route of a vendor. The signature covers the raw body, so the body is not parsed before verification. An address that sent
 * too many webhooks which no vendor signed is refused before its body is read.
 */
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
      {
        config: { action: "vendor.webhook" },
        schema: { hide: true },
        onRequest: async (request) => app.limits.refuseExceeded("forgedWebhook", request.ip),
      },
      async (request, reply) => {
        const webhook = await readOrRefuse({
          body: String(request.body),
          headers: request.headers,
          query: request.query as Record<string, unknown>,
        });
        if (webhook === null) {
          app.log.warn("a vendor webhook could not be verified and was refused", { requestId: request.id });
          await app.limits.count("forgedWebhook", request.ip);
          return reply.code(401).send("");
        }
        return reply.code((await handle(webhook)) === "HANDLED" ? 200 : 503).send("");
      },
    );
  });
}
