import { z } from "zod/mini";
import { call } from "../call.ts";

export const openAccountingPage = call({
  method: "POST",
  path: "/api/v1/accounting/page",
  audience: "portal",
  slice: "underwriting",
  action: "accounting.supply",
  summary: "Creates the vendor page on which a person connects the accounting software of the business.",
  // The page is shown in a frame and reports its result to the parent page.
  answer: z.object({ url: z.string() }),
});
