import type { AppContext } from "../context.ts";
import { deliverEmail } from "../notifications/public.ts";
import { EmailRefused, type EmailSender } from "../providers/email/port.ts";
import { createSemaphore } from "../semaphore.ts";
import { defineWorkflow, WorkflowFailed } from "./define-workflow.ts";

/**
 * Why durable: the mail server may be away for hours. Key: the mail's id. Final: an address that the server refuses for good.
 * A crash between the server's yes and our note of it sends the letter again, under the same message id.
 */
export const deliverEmailWorkflow = (app: AppContext, emailSender: EmailSender) => {
  const limited = createSemaphore(sendersAtOnce);
  return defineWorkflow(app, "deliver-email", async (ids, step) => {
    await step("deliver", async () => {
      try {
        await limited(() => deliverEmail(app, emailSender, ids));
      } catch (error) {
        if (error instanceof EmailRefused) throw new WorkflowFailed("the mail server refused the letter");
        throw error;
      }
    });
  });
};

/** As many as the mail server gets connections. A letter is claimed when its turn comes, not while it waits. */
const sendersAtOnce = 4;
