import type { FastifyInstance } from "fastify";
import type { House } from "../house.ts";
import { NewsRefused, type Posted } from "../providers/news.ts";

/** Somebody outside who tells us that something happened. */
export type NewsStand<News> = {
  /** What the vendor does for us; its messages come to `/api/vendors/<job>/news`. */
  job: string;
  /** Reads a message, or throws NewsRefused when it is not the vendor's. */
  read(posted: Posted): News | Promise<News>;
  /** What we do not know yet is told again later, so `NOT_YET` makes the vendor repeat it. */
  hear(news: News): Promise<"HEARD" | "NOT_YET">;
};

/** Where a vendor tells us that something happened. What it signed is the text, so the text must come as it was sent. */
export async function serveNews<News>(app: FastifyInstance, house: House, stand: NewsStand<News>): Promise<void> {
  const { job, read, hear } = stand;
  const readOrRefuse = async (posted: Posted): Promise<News | null> => {
    try {
      return await read(posted);
    } catch (error) {
      if (error instanceof NewsRefused) return null;
      throw error;
    }
  };
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string" }, (_, body, done) => done(null, body));
    scope.post(
      `/api/vendors/${job}/news`,
      { config: { action: "vendor.tell" }, schema: { hide: true } },
      async (request, reply) => {
        const news = await readOrRefuse({
          body: String(request.body),
          headers: request.headers,
          query: request.query as Record<string, unknown>,
        });
        if (news === null) {
          house.log.warn("a message in a vendor's name was not from it", { requestId: request.id });
          return reply.code(401).send("");
        }
        return reply.code((await hear(news)) === "HEARD" ? 200 : 503).send("");
      },
    );
  });
}
