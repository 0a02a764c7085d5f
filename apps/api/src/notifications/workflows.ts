import { EmailRefused } from "../providers/email/port.ts";
import { SmsRefused } from "../providers/sms/port.ts";
import { createSemaphore } from "../semaphore.ts";
import { WorkflowFailed, type Workflows } from "../workflows/public.ts";
import { deliverEmail } from "./emails.ts";
import { deliverSms } from "./sms.ts";

/** The number of connections that the mail server accepts. An email is claimed when a connection is free, not while it waits for one. */
const sendersAtOnce = 4;

export const notificationWorkflows: Workflows = {
  /**
   * Why durable: the mail server may be down for hours. Key: the email's id. Final: an address that the server refuses for good. A crash
   * between the server's acceptance and our row sends the email again under the same message id.
   */
  "deliver-email": (app) => {
    const limited = createSemaphore(sendersAtOnce);
    return async (ids, step) => {
      await step("deliver", async () => {
        try {
          await limited(() => deliverEmail(app, app.email, ids));
        } catch (error) {
          if (error instanceof EmailRefused) throw new WorkflowFailed("the mail server refused the email");
          throw error;
        }
      });
    };
  },

  /**
   * Why durable: the carrier may be down for hours. Key: the message's id. Final: a number that the carrier refuses for good. A crash
   * between the carrier's acceptance and our row sends nothing again: the carrier is asked first.
   */
  "deliver-sms": (app) => async (ids, step) => {
    await step("deliver", async () => {
      try {
        await deliverSms(app, app.sms, ids);
      } catch (error) {
        if (error instanceof SmsRefused) throw new WorkflowFailed("the carrier refused the number");
        throw error;
      }
    });
  },
};
