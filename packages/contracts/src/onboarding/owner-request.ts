import { z } from "zod/mini";
import { email } from "../fields/fields.ts";

/** What an employee, who cannot apply, sees about the owner who can. */
export const ownerRequest = z.object({
  /** The owner who applies; null if there is none. */
  owner: z.nullable(z.object({ name: z.nullable(z.string()) })),
  /** The last email that an employee had us send. Its address is shown only while no owner applies; after that it is the owner's own. */
  asked: z.nullable(
    z.object({
      email: z.nullable(z.string()),
      askedAt: z.iso.datetime(),
      status: z.enum(["SENT", "CAME", "BOUNCED"]),
    }),
  ),
});
export type OwnerRequest = z.infer<typeof ownerRequest>;

/** The address to write to while no owner applies; null if an owner applies. */
export const ownerRequestForm = z.strictObject({ email: z.nullable(email) });
