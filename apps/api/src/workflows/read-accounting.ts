import type { House } from "../house.ts";
import { AccountingRefused } from "../providers/accounting/port.ts";
import { readBooks } from "../underwriting/public.ts";
import { StoryFailed, story } from "./story.ts";

/**
 * Why durable: two years of a company's books help to decide what we offer, and the vendor may be away when they are asked for. Key: the
 * reading. Final: a vendor that says no.
 */
export const readAccountingStory = (house: House) =>
  story(house, "read-accounting", async (ids, step) => {
    await step("read", async () => {
      try {
        await readBooks(house, ids);
      } catch (error) {
        if (error instanceof AccountingRefused) throw new StoryFailed("the vendor refused to tell the books");
        throw error;
      }
    });
  });
