import { z } from "zod/mini";
import { call } from "../call.ts";

export const openAccountingPage = call({
  method: "POST",
  path: "/api/v1/accounting/page",
  audience: "portal",
  slice: "underwriting",
  action: "accounting.supply",
  summary: "The page on which a person connects the books of the business.",
  // To be shown in a frame; it tells the page around it how it went.
  answer: z.object({ url: z.string() }),
});
