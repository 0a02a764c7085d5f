import { counter, gauge, histogram } from "../metrics.ts";

export const dueTotal = counter({
  name: "inlay_due_total",
  help: "Due items processed by the clock, by kind and outcome.",
  labelNames: ["due", "outcome"],
});

export const duePageSeconds = histogram({
  name: "inlay_due_page_seconds",
  help: "Duration of one query for a page of due items in seconds.",
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
});

export const dueLagSeconds = gauge({
  name: "inlay_due_lag_seconds",
  help: "Age in seconds of the oldest due item on the most recent page.",
});
