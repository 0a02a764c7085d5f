import { z } from "zod/mini";

/** The answer of a call that sends a file. The name has letters, digits, dots and dashes only. */
export const fileAnswer = z.object({
  fileName: z.string().check(z.regex(/^[\w.-]{1,100}$/)),
  contents: z.instanceof(Uint8Array),
});
