import { z } from "zod/mini";

/** The answer of a call that sends a file. The name has letters, digits, dots and dashes only. */
export const fileAnswer = z.object({
  fileName: z.string().check(z.regex(/^[\w.-]{1,100}$/)),
  contents: z.instanceof(Uint8Array),
  /** Several files are sent as an archive, and not as the type that the call has. */
  mediaType: z.optional(z.literal("application/zip")),
});
