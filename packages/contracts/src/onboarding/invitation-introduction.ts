import { z } from "zod/mini";

/** What the page of an emailed link says before the link is used: the business, and the person who asked. */
export const invitationIntroduction = z.object({
  businessName: z.nullable(z.string()),
  invitedBy: z.nullable(z.string()),
});
export type InvitationIntroduction = z.infer<typeof invitationIntroduction>;
