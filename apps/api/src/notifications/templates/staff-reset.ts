import { z } from "zod";
import { firstName, paragraph, template, title } from "./email.ts";

/** To a staff member. Staff emails are in English. */
export const staffReset = template({
  params: z.object({ firstName }),
  text: (_, { programName }) => ({
    subject: `Your sign-in methods for ${programName} were revoked`,
    content: [
      title("Your sign-in methods were revoked"),
      paragraph("Your authenticator app, your passkeys and your open sessions no longer work."),
      paragraph(
        "If you asked for this, an administrator gives you an invitation to set up a new device. If you did not, call another administrator at once and do not pass on any code that arrives at this address.",
      ),
    ],
  }),
});
