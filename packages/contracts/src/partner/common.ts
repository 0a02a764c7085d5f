import { z } from "zod/mini";
import { type IdKind, idOf } from "../ids.ts";

/** A timestamp in UTC with milliseconds. */
export const time = z.iso.datetime({ precision: 3 });

/** The fields that all objects of the partner API share. */
export const objectFields = <const Name extends string>(name: Name, kind: IdKind) => ({
  object: z.literal(name),
  id: idOf(kind),
  livemode: z.boolean(),
  version: z.int(),
  createdAt: time,
  updatedAt: time,
});
