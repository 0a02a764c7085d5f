import { z } from "zod/mini";
import { type IdKind, idOf } from "../ids.ts";

/** A moment, always with milliseconds and always in UTC. */
export const time = z.iso.datetime({ precision: 3 });

/** What every object that a partner reads begins with. */
export const objectFields = <const Name extends string>(name: Name, kind: IdKind) => ({
  object: z.literal(name),
  id: idOf(kind),
  livemode: z.boolean(),
  version: z.int(),
  createdAt: time,
  updatedAt: time,
});
