import { expect } from "vitest";
import type { Explained } from "./worksheet.ts";

/**
 * Checks a calculation's explanations: each figure it returns, rows included, has an explanation with the same result, and each input that
 * names a figure has the value that this figure's explanation gives.
 */
export function expectEveryFigureExplained({ result, explanations }: Explained<object>) {
  const figures = Object.entries(result).flatMap(([name, value]) =>
    Array.isArray(value) ? value.flatMap((row, index) => ofRow(`${name}.${index + 1}`, row)) : ofFigure(name, value),
  );
  expect(figures.length).toBeGreaterThan(0);
  for (const [name, value] of figures) expect([name, explanations.get(name)?.result]).toEqual([name, value]);
  for (const { inputs } of explanations.values()) {
    for (const { source, value } of inputs) {
      if (source.startsWith("figure ")) expect(explanations.get(source.slice("figure ".length))?.result).toBe(value);
    }
  }
}

const ofFigure = (name: string, value: unknown): [string, number][] =>
  typeof value === "number" && /(Cents|Percentage)$/.test(name) ? [[name, value]] : [];

const ofRow = (row: string, values: object) =>
  Object.entries(values).flatMap(([name, value]) => ofFigure(`${row}.${name}`, value));
