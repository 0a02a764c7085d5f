import { z } from "zod/mini";
import { many, wholeNumber } from "../fields/query.ts";
import { type IdKind, idOf, referenceTo } from "../ids.ts";
import { time } from "./common.ts";

/** A page of objects. The next synchronization sends `completeThrough` as `updatedAfter`. */
export const list = <Item extends z.core.SomeType>(item: Item) =>
  z.object({
    object: z.literal("list"),
    data: z.array(item),
    hasMore: z.boolean(),
    nextCursor: z.nullable(z.string()),
    completeThrough: time,
  });

/** The query parameters of every list. `…After` times are inclusive, `…Before` times are exclusive. */
export const listQuery = (kind: IdKind) => ({
  limit: z._default(wholeNumber(1, 100), 25),
  cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(2000))),
  order: z._default(z.enum(["asc", "desc"]), "desc"),
  id: many(idOf(kind)),
  businessId: many(referenceTo("business")),
  createdAfter: z.optional(z.iso.datetime()),
  createdBefore: z.optional(z.iso.datetime()),
  updatedAfter: z.optional(z.iso.datetime()),
});
