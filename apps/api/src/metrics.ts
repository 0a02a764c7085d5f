import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requests: new Histogram({
      name: "inlay_http_request_seconds",
      help: "Duration of HTTP requests in seconds, by method, route and status.",
      labelNames: ["method", "route", "status"],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [registry],
    }),
    interactions: new Counter({
      name: "inlay_interactions_total",
      help: "Interactions reported by the portal, by name.",
      labelNames: ["name"],
      registers: [registry],
    }),
    due: new Counter({
      name: "inlay_due_total",
      help: "Due items processed by the clock, by kind and outcome.",
      labelNames: ["due", "outcome"],
      registers: [registry],
    }),
    duePages: new Histogram({
      name: "inlay_due_page_seconds",
      help: "Duration of one query for a page of due items in seconds.",
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
      registers: [registry],
    }),
    dueLag: new Gauge({
      name: "inlay_due_lag_seconds",
      help: "Age in seconds of the oldest due item on the most recent page.",
      registers: [registry],
    }),
  };
}
