import cookie from "@fastify/cookie";
import type { Call } from "@inlay/contracts/call.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import type { Action } from "@inlay/lending/access/permissions.ts";
import Fastify, { type FastifyInstance } from "fastify";
import type { Histogram } from "prom-client";
import type { AppContext } from "../context.ts";
import type { LogFields } from "../log.ts";
import { histogram, type MetricsPart } from "../metrics.ts";
import type { KnownCaller } from "./callers.ts";
import { apiHeaders } from "./headers.ts";
import { describeRoutes } from "./openapi.ts";
import { addPortalPage } from "./portal-page.ts";
import { handleRefusals } from "./refusals.ts";
import { newRequestId } from "./request-id.ts";
import { type Audience, createRouter, type HttpPart } from "./router.ts";
import { addWebhookRoute } from "./vendor-webhooks.ts";
import { addMonitoringRoutes } from "./watch.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    action?: Action;
    audience?: Call["audience"];
    ignoresBody?: boolean;
  }
  interface FastifyRequest {
    caller: KnownCaller | null;
    refusal: string | null;
  }
}

const megabyte = 1024 * 1024;
const audiences: readonly Audience[] = ["portal", "partner", "staff", "accountant"];

const requestSeconds = histogram({
  name: "inlay_http_request_seconds",
  help: "Duration of HTTP requests in seconds, by method, route and status.",
  labelNames: ["method", "route", "status"],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
});

export async function buildServer(
  app: AppContext,
  parts: readonly (HttpPart & MetricsPart)[],
): Promise<FastifyInstance> {
  const { config, log, metrics } = app;
  const fastify = Fastify({
    // The onResponse hook writes one line per request, with allowed fields only.
    logger: false,
    genReqId: newRequestId,
    bodyLimit: megabyte,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    trustProxy: config.TRUSTED_PROXIES > 0 && ((_address, hop) => hop < config.TRUSTED_PROXIES),
    exposeHeadRoutes: false,
    // A partner's own id can be long and is part of the path.
    routerOptions: { maxParamLength: 600 },
  });

  // The router parses requests and serializes answers itself, so Fastify's own compilers do nothing.
  fastify.setValidatorCompiler(() => () => true);
  fastify.setSerializerCompiler(() => (answer) => String(answer));
  fastify.decorateRequest("caller", null);
  fastify.decorateRequest("refusal", null);

  fastify.addHook("onRoute", (route) => {
    if (!route.config?.action) throw new Error(`${route.method} ${route.url} does not say which action it is`);
  });
  fastify.addHook("onRequest", (request, reply, done) => {
    reply.headers(apiHeaders).header("request-id", request.id);
    done();
  });
  const requests = metrics.of(requestSeconds);
  const observed = new Map<string, Histogram.Internal<string>>();
  fastify.addHook("onResponse", (request, reply, done) => {
    const { caller, method, id: requestId } = request;
    const { statusCode: status } = reply;
    const route = request.routeOptions.url ?? "unknown";
    const key = `${method} ${route} ${status}`;
    let observer = observed.get(key);
    if (!observer) {
      observer = requests.labels(method, route, String(status));
      observed.set(key, observer);
    }
    observer.observe(reply.elapsedTime / 1000);
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

  fastify.addContentTypeParser("*", { parseAs: "string" }, (request, _, done) => {
    if (request.routeOptions.config.ignoresBody) done(null);
    else done(new Refusal("UNSUPPORTED_MEDIA_TYPE", { context: { what: "the body is not JSON" } }));
  });
  await fastify.register(cookie);
  handleRefusals(fastify, log);
  await describeRoutes(fastify);

  const routerFor = createRouter(fastify, app);
  for (const { routes = {}, webhooks = [], metrics: declared = [] } of parts) {
    for (const metric of declared) metrics.of(metric);
    for (const audience of audiences) for (const add of routes[audience] ?? []) add(routerFor(audience), app);
    for (const webhook of webhooks) await addWebhookRoute(fastify, app, webhook(app));
  }
  addMonitoringRoutes(fastify, app);
  await addPortalPage(fastify, app);
  return fastify;
}
