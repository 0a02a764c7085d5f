import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { invoiceLifecycle } from "@inlay/lending/mechanics/invoices/invoice.ts";
import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import { paymentOrderLifecycle } from "@inlay/lending/payments/payment-order.ts";
import { drawRequestLifecycle } from "@inlay/lending/products/line-of-credit/draw-request.ts";
import { expect, it } from "vitest";

const packages = path.resolve(import.meta.dirname, "../..");
const sourcesIn = (name: string): string[] =>
  readdirSync(path.join(packages, name, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !/\.(test|fixture|suite)\.ts$/.test(file))
    .map((file) => readFileSync(path.join(packages, name, "src", file), "utf8"));

/** The lists of two or more texts that follow this expression, each as its sorted members. */
const listsAfter = (expression: string, sources: readonly string[]): string[] =>
  sources
    .flatMap((text) => [...text.matchAll(new RegExp(`${expression}\\[((?:\\s*"[^"]+",?)+)\\s*\\]`, "g"))])
    .map(([, list = ""]) => (list.match(/"[^"]+"/g) ?? []).sort().join())
    .filter((list) => list.includes(","));

it("contracts: no list of values is written out where a named list has the same values", () => {
  const [contracts, lending] = [sourcesIn("contracts"), sourcesIn("lending")];
  const written = listsAfter("z\\.enum\\(", contracts);
  const lifecycles = [paymentOrderLifecycle, issuedProductLifecycle, invoiceLifecycle, drawRequestLifecycle];
  const named = new Set([
    ...listsAfter("= ", [...contracts, ...lending]),
    ...lifecycles.map(({ states }) =>
      states
        .map((state) => `"${state}"`)
        .sort()
        .join(),
    ),
  ]);
  expect(written.length).toBeGreaterThan(20);
  expect(written.filter((list, at) => written.indexOf(list) !== at || named.has(list))).toEqual([]);
});
