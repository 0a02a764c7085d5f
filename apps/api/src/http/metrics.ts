import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

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
    due: new Counter({
      name: "inlay_due_total",
      help: "What time has caused, by what it was and how it went.",
      labelNames: ["due", "outcome"],
      registers: [registry],
    }),
    duePages: new Histogram({
      name: "inlay_due_page_seconds",
      help: "How long it took to look up a page of what is due.",
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
      registers: [registry],
    }),
    dueLag: new Gauge({
      name: "inlay_due_lag_seconds",
      help: "How long the oldest thing of the page looked up last has been due.",
      registers: [registry],
    }),
  };
}
