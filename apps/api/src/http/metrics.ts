import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requests: new Histogram({
      name: "inlay_http_request_seconds",
      help: "How long requests took, by route and status.",
      labelNames: ["method", "route", "status"],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [registry],
    }),
    interactions: new Counter({
      name: "inlay_interactions_total",
      help: "What people did and what failed for them, by the name of the interaction.",
      labelNames: ["name"],
      registers: [registry],
    }),
  };
}
