import type { House } from "../house.ts";
import { checkBalance } from "../payments/public.ts";
import { story } from "./story.ts";

/** Why durable: the bank may be slow, and the debit goes without it. Key: the turn. Final: nothing; a bank that does not answer is an answer. */
export const checkBalanceStory = (house: House) =>
  story(house, "check-balance", async (ids, step) => {
    await step("ask the bank", () => checkBalance(house, house.bankLinking, ids));
  });
