import { z } from "zod/mini";
import { type Call, call } from "../../call.ts";
import { wholeNumber } from "../../fields/query.ts";
import { uuid } from "../../ids.ts";

type Described = Omit<Call, "audience" | "slice" | "path">;
type Path = `/api/staff/v1/${string}`;

/** A staff call. It is described like any other call and is not part of a public API document. */
export const staffCall = <const P extends Path, const C extends Described>(path: P, description: C) =>
  call({ ...description, path, audience: "staff", slice: "staff" });

export const page = {
  /** The id of the last row of the previous page. */
  after: z.optional(uuid),
  limit: z._default(wholeNumber(1, 100), 50),
};
export const businessParams = z.object({ businessId: uuid });
export const taskParams = z.object({ taskId: uuid });
