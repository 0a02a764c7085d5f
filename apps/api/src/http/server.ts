import cookie from "@fastify/cookie";
import helmet from "@fastify/helmet";
import { publicId } from "@inlay/contracts/ids.ts";
import type { Action } from "@inlay/lending/access/permissions.ts";
import Fastify, { type FastifyInstance } from "fastify";
import { v7 as uuidv7 } from "uuid";
import type { House } from "../house.ts";
import { onboardingRoutes } from "../onboarding/routes.ts";
import { partnerRoutes } from "../partners/routes.ts";
import { peopleRoutes } from "../people/routes.ts";
import { servicingRoutes } from "../servicing/routes.ts";
import type { KnownCaller } from "./callers.ts";
import { createDoors } from "./doors.ts";
import { describeRoutes } from "./openapi.ts";
import { servePortal } from "./portal-page.ts";
import { handleRefusals } from "./refusals.ts";
import { serveWatchers } from "./watch.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    action?: Action;
    door?: "portal" | "partner";
  }
  interface FastifyRequest {
    caller: KnownCaller | null;
    refusal: string | null;
  }
}

const megabyte = 1024 * 1024;

export async function buildServer(house: House): Promise<FastifyInstance> {
  const { config, log, metrics } = house;
  const app = Fastify({
    // We write one line a request ourselves, from a list of allowed fields.
    logger: false,
    genReqId: () => publicId("request", uuidv7()),
    bodyLimit: megabyte,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    trustProxy: config.TRUSTED_PROXIES > 0 && ((_address, hop) => hop < config.TRUSTED_PROXIES),
    exposeHeadRoutes: false,
    // A partner's own id may be long, and stands in the path.
    routerOptions: { maxParamLength: 600 },
  });

  // Contracts are parsed at the doors and answers are written there; Fastify's own compilers have nothing left to do.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (answer) => String(answer));
  app.decorateRequest("caller", null);
  app.decorateRequest("refusal", null);

  app.addHook("onRoute", (route) => {
    if (!route.config?.action) throw new Error(`${route.method} ${route.url} does not say which action it is`);
  });
  app.addHook("onRequest", async (request, reply) => {
    reply.header("request-id", request.id);
    if (request.url.startsWith("/api/")) reply.header("cache-control", "no-store");
  });
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "unknown";
    const { caller, method, id: requestId } = request;
    const durationMs = Math.round(reply.elapsedTime * 10) / 10;
    metrics.requests.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    log.info("request", {
      ...{ requestId, method, route, status: reply.statusCode, durationMs },
      ...(request.refusal && { refusal: request.refusal }),
      ...(caller && { caller: caller.kind, platformId: caller.platformId }),
      ...(caller?.kind === "person" && { businessId: caller.businessId }),
    });
  });

  await app.register(helmet, {
    // An answer of the API is never a page. The portal's own page says who may frame it.
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    referrerPolicy: { policy: "no-referrer" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    hsts: { maxAge: 63_072_000, includeSubDomains: true },
  });
  await app.register(cookie);
  handleRefusals(app, log);
  await describeRoutes(app);

  const doors = createDoors(app, house);
  peopleRoutes(doors, house);
  partnerRoutes(doors, house);
  onboardingRoutes(doors);
  servicingRoutes(doors, house);
  serveWatchers(app, house);
  await servePortal(app, house);
  return app;
}
