import { z } from "zod/mini";

/** A query parameter that may be repeated: `status=LATE&status=DEFAULTED`. A single value becomes a list of one. */
export const many = <Shape extends z.core.SomeType>(shape: Shape, most = 100) =>
  z.optional(
    z.pipe(
      z.transform((value: unknown) => [value].flat()),
      z.array(shape).check(z.maxLength(most)),
    ),
  );

/** A whole number in a query, where all values arrive as text. */
export const wholeNumber = (least: number, most: number) =>
  z.coerce.number().check(z.int(), z.minimum(least), z.maximum(most));
