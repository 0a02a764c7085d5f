import type { Span } from "@opentelemetry/api";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "./config.ts";

export type Telemetry = { watch(fastify: FastifyInstance): void; stop(): Promise<void> };

/** Starts tracing if a collector is configured. Otherwise OpenTelemetry is not loaded. */
export async function startTelemetry(config: Config, part: string): Promise<Telemetry | null> {
  if (!config.OTEL_EXPORTER_OTLP_ENDPOINT) return null;
  const [{ TracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all(
    [
      import("@opentelemetry/sdk-trace"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
    ],
  );
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": `inlay-${part}` }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const tracer = provider.getTracer("inlay");
  const spans = new WeakMap<FastifyRequest, Span>();
  return {
    watch: (fastify) => {
      fastify.addHook("onRequest", (request, _, done) => {
        // The route template instead of the URL, so that ids and queries are not traced.
        const route = request.routeOptions.url ?? "unknown";
        const attributes = {
          "http.request.method": request.method,
          "http.route": route,
          "inlay.request_id": request.id,
        };
        spans.set(request, tracer.startSpan(`${request.method} ${route}`, { attributes }));
        done();
      });
      fastify.addHook("onResponse", (request, reply, done) => {
        spans.get(request)?.setAttribute("http.response.status_code", reply.statusCode).end();
        done();
      });
    },
    stop: () => provider.shutdown(),
  };
}
