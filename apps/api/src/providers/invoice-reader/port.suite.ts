import { describe, expect, it } from "vitest";
import { layoutNames, sampleOf } from "./invoice-corpus.fixture.ts";
import { malformed } from "./malformed.fixture.ts";
import { type InvoiceReader, readingSeconds } from "./port.ts";

/** The contract of every invoice reader. */
export function behavesLikeAnInvoiceReader(reader: () => InvoiceReader): void {
  describe("invoice", () => {
    it.each(layoutNames)("is read: %s", async (layout) => {
      const { pdf, truth } = await sampleOf(layout, 7);
      const { status, invoice, model, executionTimeMs } = await reader().read(pdf);
      expect({ status, ...invoice }).toMatchObject({ status: "SUCCESS", ...truth });
      expect(model).not.toBe("");
      expect(executionTimeMs).toBeGreaterThan(0);
    });
  });

  describe("file that is no invoice or is malformed", () => {
    it.each(malformed)("$what is answered with $answer, in time", async ({ contents, answer }) => {
      const began = performance.now();
      const { status, invoice } = await reader().read(contents());
      expect(answer).toContain(status);
      if (status !== "SUCCESS") expect(invoice).toBeNull();
      // The reader starts a process and ends it, which takes long on a busy machine.
      expect(performance.now() - began).toBeLessThan(readingSeconds * 1000 + 40_000);
    });

    it("leaves the reader usable", async () => {
      const { pdf, truth } = await sampleOf(layoutNames[0] ?? "", 8);
      expect((await reader().read(pdf)).invoice).toMatchObject(truth);
    });
  });
}
