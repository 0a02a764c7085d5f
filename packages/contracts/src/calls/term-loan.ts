import { z } from "zod/mini";
import { call } from "../call.ts";
import { wholeNumber } from "../fields/query.ts";
import { uuid } from "../ids.ts";
import { productActivity } from "../servicing/activity.ts";
import { termLoanServicing } from "../servicing/term-loan.ts";

const id = z.object({ id: uuid });

export const getTermLoan = call({
  method: "GET",
  path: "/api/v1/servicing/issued-products/:id/term-loan",
  audience: "portal",
  slice: "servicing",
  action: "servicing.view",
  summary:
    "Reads a funded term loan: its schedule, what is overdue, whether it can be paid off, and how each figure is computed.",
  params: id,
  answer: z.object({ termLoan: termLoanServicing }),
});

export const listProductActivity = call({
  method: "GET",
  path: "/api/v1/servicing/issued-products/:id/activity",
  audience: "portal",
  slice: "servicing",
  action: "servicing.view",
  summary: "Lists what happened to a product, newest first.",
  params: id,
  query: z.strictObject({
    /** The last entry of the page before. */
    after: z.optional(uuid),
    limit: z.optional(wholeNumber(1, 100)),
  }),
  answer: z.object({ activity: z.array(productActivity), hasMore: z.boolean() }),
});
