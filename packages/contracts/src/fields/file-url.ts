import { z } from "zod/mini";

/** A signed URL at which a file can be read until it expires. */
export const fileUrl = z.object({ url: z.string(), expiresAt: z.string() });
