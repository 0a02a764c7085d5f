import { readTransactions } from "../banking/public.ts";
import type { House } from "../house.ts";
import { story } from "./story.ts";

/**
 * Why durable: two years of a bank's books decide what we offer, and the bank may be away when they are asked for. Key: the reading.
 * Final: a link that its owner has to repair.
 */
export const readTransactionsStory = (house: House) =>
  story(house, "read-transactions", async (ids, step) => {
    await step("read", () => readTransactions(house, ids));
  });
