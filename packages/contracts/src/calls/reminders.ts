import { z } from "zod/mini";
import { call } from "../call.ts";

// The call of an owner who follows the link in a reminder, without a session. The link's token authenticates them.

export const refuseReminders = call({
  method: "POST",
  path: "/api/v1/reminders/refuse",
  audience: "portal",
  slice: "notifications",
  action: "reminder.refuse",
  summary: "Refuses reminders of unfinished applications. Refusing again answers the same.",
  body: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  answer: z.object({ refused: z.literal(true) }),
});
