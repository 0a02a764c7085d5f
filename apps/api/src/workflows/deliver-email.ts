import type { AppContext } from "../context.ts";
import { deliverEmail } from "../notifications/public.ts";
import { EmailRefused, type EmailSender } from "../providers/email/port.ts";
import { createSemaphore } from "../semaphore.ts";
import { defineWorkflow, WorkflowFailed } from "./define-workflow.ts";

/**
 * Why durable: the mail server may be unavailable for hours. Key: the email's id. Final: an address that the server refuses permanently.
 * A crash between the server's acceptance and our record of it sends the email again, with the same message id.
 */
export const deliverEmailWorkflow = (app: AppContext, emailSender: EmailSender) => {
  const limited = createSemaphore(sendersAtOnce);
  return defineWorkflow(app, "deliver-email", async (ids, step) => {
    await step("deliver", async () => {
      try {
        await limited(() => deliverEmail(app, emailSender, ids));
      } catch (error) {
        if (error instanceof EmailRefused) throw new WorkflowFailed("the mail server refused the email");
        throw error;
      }
    });
  });
};

/** Equals the number of connections to the mail server. An email is claimed when it is sent, not while it waits. */
const sendersAtOnce = 4;
