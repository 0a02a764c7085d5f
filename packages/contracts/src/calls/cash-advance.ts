import { z } from "zod/mini";
import { call } from "../call.ts";
import { wholeNumber } from "../fields/query.ts";
import { uuid } from "../ids.ts";
import { cashAdvanceServicing, receivableDay, shownReceivable } from "../servicing/cash-advance.ts";

const id = z.object({ id: uuid });

export const getCashAdvance = call({
  method: "GET",
  path: "/api/v1/servicing/issued-products/:id/cash-advance",
  audience: "portal",
  slice: "servicing",
  action: "servicing.view",
  summary:
    "Reads a funded cash advance: what is left, its sales periods, true-ups, what is overdue, and how each figure is computed.",
  params: id,
  answer: z.object({ cashAdvance: cashAdvanceServicing }),
});

export const listProductReceivables = call({
  method: "GET",
  path: "/api/v1/servicing/issued-products/:id/receivables",
  audience: "portal",
  slice: "servicing",
  action: "servicing.view",
  summary:
    "Lists what the platform withheld of card sales for an integrated advance, newest first, with the sums of their days.",
  params: id,
  query: z.strictObject({
    /** The last receivable of the page before. */
    after: z.optional(uuid),
    limit: z.optional(wholeNumber(1, 100)),
  }),
  answer: z.object({ receivables: z.array(shownReceivable), days: z.array(receivableDay), hasMore: z.boolean() }),
});
