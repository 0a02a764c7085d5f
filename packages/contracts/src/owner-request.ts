import { z } from "zod/mini";
import { email } from "./fields.ts";

/** What an employee, who cannot apply, knows of those who can. */
export const ownerRequest = z.object({
  /** The owner who applies, if somebody does. */
  owner: z.nullable(z.object({ name: z.nullable(z.string()) })),
  /** The last letter that an employee had us write. Its address is told while no owner applies; afterwards it is the owner’s own. */
  asked: z.nullable(
    z.object({
      email: z.nullable(z.string()),
      askedAt: z.iso.datetime(),
      status: z.enum(["SENT", "CAME", "BOUNCED"]),
    }),
  ),
});
export type OwnerRequest = z.infer<typeof ownerRequest>;

/** Whom to write to, while no owner applies; nobody is named when one does. */
export const ownerRequestForm = z.strictObject({ email: z.nullable(email) });
