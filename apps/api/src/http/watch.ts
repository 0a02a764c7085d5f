import type { FastifyInstance } from "fastify";
import type { AppContext } from "../context.ts";

/** Adds the liveness, readiness and metrics endpoints. */
export function addMonitoringRoutes(fastify: FastifyInstance, { pool, metrics }: AppContext): void {
  let closing = false;
  fastify.addHook("preClose", async () => {
    closing = true;
  });
  const config = { action: "service.watch" as const };

  fastify.get("/healthz", { config, schema: { hide: true } }, (_, reply) => reply.type("text/plain").send("alive"));

  fastify.get("/readyz", { config, schema: { hide: true } }, async (_, reply) => {
    const reachable = closing
      ? false
      : await pool.query("select 1").then(
          () => true,
          () => false,
        );
    return reply
      .code(reachable ? 200 : 503)
      .type("text/plain")
      .send(reachable ? "ready" : "not ready");
  });

  // Metrics are only for a collector on the same host. Other callers get 404.
  fastify.get("/metrics", { config, schema: { hide: true } }, async (request, reply) => {
    if (!["127.0.0.1", "::1", "::ffff:127.0.0.1"].includes(request.socket.remoteAddress ?? ""))
      return reply.callNotFound();
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}
