import { describe, expect, it } from "vitest";
import { counter, createMetrics } from "./metrics.ts";

const asked = counter({ name: "inlay_asked_total", help: "Questions, by tone.", labelNames: ["tone"] });

describe("metric", () => {
  it("has one instrument per process, however often it is used", async () => {
    const [one, other] = [createMetrics(), createMetrics()];
    one.of(asked).inc({ tone: "polite" });
    one.of(asked).inc({ tone: "polite" });
    other.of(asked).inc({ tone: "polite" });
    expect(await one.registry.metrics()).toContain('inlay_asked_total{tone="polite"} 2');
    expect(await other.registry.metrics()).toContain('inlay_asked_total{tone="polite"} 1');
  });

  it("is reported before its first measurement once it is declared", async () => {
    const metrics = createMetrics();
    expect(await metrics.registry.metrics()).not.toContain("inlay_asked_total");
    metrics.of(asked);
    expect(await metrics.registry.metrics()).toContain("# HELP inlay_asked_total Questions, by tone.");
  });
});
