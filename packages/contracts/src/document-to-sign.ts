import { signingLifecycle } from "@inlay/lending/documents/signing.ts";
import { z } from "zod/mini";

/** A document that is signed on the page of its link. While it is being prepared there is no link yet, and the request is repeated. */
export const documentToSign = z.object({
  status: z.enum(signingLifecycle.states),
  link: z.nullable(z.object({ url: z.string(), expiresAt: z.iso.datetime() })),
});
