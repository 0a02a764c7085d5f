import { z } from "zod/mini";
import { call } from "../call.ts";
import { uuid } from "../ids.ts";
import { lineOfCreditServicing } from "../servicing/line-of-credit.ts";

export const getLineOfCredit = call({
  method: "GET",
  path: "/api/v1/servicing/issued-products/:id/line-of-credit",
  audience: "portal",
  slice: "servicing",
  action: "servicing.view",
  summary:
    "Reads a line of credit: its limit, its draws with their payments, what would pause it, and how each figure is computed.",
  params: z.object({ id: uuid }),
  answer: z.object({ lineOfCredit: lineOfCreditServicing }),
});
