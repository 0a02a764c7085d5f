import type { FastifyInstance } from "fastify";
import type { House } from "../house.ts";
import { NewsForged, type PaymentNews } from "../providers/payments/port.ts";
import { hearProcessor } from "./hear-processor.ts";

/** Where the processor tells us that something happened. What it signed is the text, so the text must come as it was sent. */
export async function serveProcessorNews(app: FastifyInstance, house: House): Promise<void> {
  const { payments, log } = house;
  const read = (body: string, headers: Record<string, string | string[] | undefined>): PaymentNews | null => {
    try {
      return payments.readNews(body, headers);
    } catch (error) {
      if (error instanceof NewsForged) return null;
      throw error;
    }
  };
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string" }, (_, body, done) => done(null, body));
    scope.post(
      "/api/vendors/payments/news",
      { config: { action: "vendor.tell" }, schema: { hide: true } },
      async (request, reply) => {
        const news = read(String(request.body), request.headers);
        if (!news) {
          log.warn("a message in the processor's name was not from it", { requestId: request.id });
          return reply.code(401).send("");
        }
        const heard = await hearProcessor(house, payments, news);
        // What we do not know yet is told again later.
        return reply.code(heard === "HEARD" ? 200 : 503).send("");
      },
    );
  });
}
