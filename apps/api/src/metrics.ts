import {
  Counter,
  type CounterConfiguration,
  collectDefaultMetrics,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  type HistogramConfiguration,
  Registry,
} from "prom-client";

/** A metric, declared by the room that measures it. */
export type Metric<Instrument> = { name: string; create(registry: Registry): Instrument };

export const counter = <Label extends string>(shape: CounterConfiguration<Label>): Metric<Counter<Label>> => ({
  name: shape.name,
  create: (registry) => new Counter({ ...shape, registers: [registry] }),
});
export const gauge = <Label extends string>(shape: GaugeConfiguration<Label>): Metric<Gauge<Label>> => ({
  name: shape.name,
  create: (registry) => new Gauge({ ...shape, registers: [registry] }),
});
export const histogram = <Label extends string>(shape: HistogramConfiguration<Label>): Metric<Histogram<Label>> => ({
  name: shape.name,
  create: (registry) => new Histogram({ ...shape, registers: [registry] }),
});

/** What a slice gives to the metrics. They are reported from the start, even before the first measurement. */
export type MetricsPart = { metrics?: readonly Metric<unknown>[] };

export type Metrics = ReturnType<typeof createMetrics>;

/** The metrics of this process. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const instruments = new Map<Metric<unknown>, unknown>();
  return {
    registry,
    /** The instrument of a metric, created at its first use. */
    of<Instrument>(metric: Metric<Instrument>): Instrument {
      if (!instruments.has(metric)) instruments.set(metric, metric.create(registry));
      return instruments.get(metric) as Instrument;
    },
  };
}
