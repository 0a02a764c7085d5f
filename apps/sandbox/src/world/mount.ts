import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { FaultKind } from "./faults.ts";
import type { Vendor, World } from "./ground.ts";

/** Mounts a vendor with its faults. No response is sent before its changes are on the disk. */
export function mount(app: FastifyInstance, { faults, store }: World, vendor: Vendor): void {
  const strikes = (kind: FaultKind, request: FastifyRequest) => {
    const path = request.url.slice(vendor.name.length + 1).split("?")[0];
    const subject = `${request.method} ${path} ${request.headers["idempotency-key"] ?? ""}`;
    return faults.strikes(vendor.name, kind, subject, vendor.worldOf(request));
  };
  app.register(
    async (part) => {
      part.addHook("preHandler", async (request, reply) => {
        const slow = strikes("latency", request);
        if (slow) await new Promise((resolve) => setTimeout(resolve, slow.ms ?? 1_000));
        if (strikes("reset", request)) return resetConnection(request, reply);
        if (strikes("hang", request)) {
          await waitForDisconnect(request);
          return reply.hijack();
        }
        if (strikes("429", request))
          return reply.code(429).header("retry-after", "1").send({ error: "Too many requests." });
        if (strikes("500", request)) return reply.code(500).send({ error: "Something went wrong." });
        if (strikes("outage", request))
          return reply.code(503).type("text/html").send("<h1>503 Service Temporarily Unavailable</h1>");
        return undefined;
      });
      part.addHook("onSend", async (request, reply) => {
        await store.saved();
        if (reply.statusCode >= 300) return;
        if (strikes("accepted-then-reset", request)) request.raw.socket.resetAndDestroy();
        else if (strikes("accepted-then-timeout", request)) await waitForDisconnect(request);
      });
      vendor.routes(part);
    },
    { prefix: `/${vendor.name}` },
  );
}

const resetConnection = (request: FastifyRequest, reply: FastifyReply) => {
  reply.hijack();
  request.raw.socket.resetAndDestroy();
};

/** Resolves when the caller disconnects. */
const waitForDisconnect = (request: FastifyRequest) =>
  new Promise<void>((resolve) => {
    if (request.raw.socket.destroyed) resolve();
    else request.raw.socket.once("close", () => resolve());
  });
