import type { Config } from "./config.ts";

/** Traces, when somebody collects them. Without an address nothing of OpenTelemetry is even loaded. */
export async function startTelemetry(config: Config, part: string): Promise<void> {
  if (!config.OTEL_EXPORTER_OTLP_ENDPOINT) return;
  const [{ NodeSDK }, { FastifyOtelInstrumentation }] = await Promise.all([
    import("@opentelemetry/sdk-node"),
    import("@fastify/otel"),
  ]);
  const sdk = new NodeSDK({
    serviceName: `inlay-${part}`,
    // Registers itself on every server that is built afterwards. Spans carry the route's template, not the address.
    instrumentations: [new FastifyOtelInstrumentation({ registerOnInitialization: true })],
  });
  sdk.start();
  process.once("SIGTERM", () => void sdk.shutdown());
}
