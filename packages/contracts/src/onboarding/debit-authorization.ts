import { z } from "zod/mini";

/** The text by which an owner authorizes debits, and the lender who makes them. */
export const debitAuthorization = z.object({ version: z.string(), text: z.string(), lender: z.string() });
export type DebitAuthorization = z.infer<typeof debitAuthorization>;
