import cookie from "@fastify/cookie";
import type { Call } from "@inlay/contracts/call.ts";
import type { Action } from "@inlay/lending/access/permissions.ts";
import Fastify, { type FastifyInstance } from "fastify";
import type { Histogram } from "prom-client";
import { bankingRoutes, serveBankNews } from "../banking/routes.ts";
import { bankingDeeds, bankingStaffRoutes } from "../banking/staff-deeds.ts";
import { clockRoutes } from "../clock/routes.ts";
import { documentRoutes } from "../documents/routes.ts";
import { serveSigningNews } from "../documents/signing-news-route.ts";
import type { House } from "../house.ts";
import type { LogFields } from "../log.ts";
import { serveCarrierNews } from "../notices/news-route.ts";
import { onboardingRoutes } from "../onboarding/routes.ts";
import { onboardingDeeds, onboardingStaffRoutes } from "../onboarding/staff-deeds.ts";
import { partnerRoutes } from "../partners/routes.ts";
import { serveProcessorNews } from "../payments/news-route.ts";
import { paymentDeeds, paymentStaffRoutes } from "../payments/staff-deeds.ts";
import { peopleRoutes } from "../people/routes.ts";
import { peopleDeeds, peopleStaffRoutes } from "../people/staff-deeds.ts";
import { servicingRoutes } from "../servicing/routes.ts";
import { staffRoutes } from "../staff/routes.ts";
import { serveAccountingNews } from "../underwriting/accounting/hear-accounting.ts";
import { accountingRoutes } from "../underwriting/accounting/routes.ts";
import { serveVerifierNews } from "../underwriting/news-route.ts";
import { underwritingDeeds, underwritingStaffRoutes } from "../underwriting/staff-deeds.ts";
import type { KnownCaller } from "./callers.ts";
import { createDoors } from "./doors.ts";
import { apiHeaders } from "./headers.ts";
import { describeRoutes } from "./openapi.ts";
import { servePortal } from "./portal-page.ts";
import { handleRefusals } from "./refusals.ts";
import { newRequestId } from "./request-id.ts";
import { serveWatchers } from "./watch.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    action?: Action;
    door?: Call["door"];
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
    genReqId: newRequestId,
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
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(apiHeaders).header("request-id", request.id);
    done();
  });
  const observed = new Map<string, Histogram.Internal<string>>();
  app.addHook("onResponse", (request, reply, done) => {
    const { caller, method, id: requestId } = request;
    const { statusCode: status } = reply;
    const route = request.routeOptions.url ?? "unknown";
    const key = `${method} ${route} ${status}`;
    let histogram = observed.get(key);
    if (!histogram) {
      histogram = metrics.requests.labels(method, route, String(status));
      observed.set(key, histogram);
    }
    histogram.observe(reply.elapsedTime / 1000);
    const line: LogFields = { requestId, method, route, status, durationMs: Math.round(reply.elapsedTime * 10) / 10 };
    if (request.refusal) line.refusal = request.refusal;
    if (caller) {
      line.caller = caller.kind;
      line.platformId = caller.platformId;
      if (caller.kind === "person") line.businessId = caller.businessId;
    }
    log.info("request", line);
    done();
  });

  await app.register(cookie);
  handleRefusals(app, log);
  await describeRoutes(app);

  const doors = createDoors(app, house);
  peopleRoutes(doors, house);
  partnerRoutes(doors, house);
  onboardingRoutes(doors, house);
  servicingRoutes(doors, house);
  documentRoutes(doors, house);
  bankingRoutes(doors, house);
  staffRoutes(doors, house, [
    ...peopleDeeds,
    ...paymentDeeds,
    ...bankingDeeds,
    ...underwritingDeeds,
    ...onboardingDeeds,
  ]);
  peopleStaffRoutes(doors, house);
  bankingStaffRoutes(doors, house);
  paymentStaffRoutes(doors, house);
  underwritingStaffRoutes(doors, house);
  onboardingStaffRoutes(doors, house);
  accountingRoutes(doors, house);
  clockRoutes(doors);
  await serveProcessorNews(app, house);
  await serveBankNews(app, house);
  await serveCarrierNews(app, house);
  await serveSigningNews(app, house);
  await serveVerifierNews(app, house);
  await serveAccountingNews(app, house);
  serveWatchers(app, house);
  await servePortal(app, house);
  return app;
}
