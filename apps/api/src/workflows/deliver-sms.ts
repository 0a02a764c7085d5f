import type { AppContext } from "../context.ts";
import { deliverSms } from "../notifications/public.ts";
import { SmsRefused } from "../providers/sms/port.ts";
import { defineWorkflow, WorkflowFailed } from "./define-workflow.ts";

/**
 * Why durable: the carrier may be unavailable for hours. Key: the SMS's id. Final: a number that the carrier refuses permanently. A crash
 * between the carrier's acceptance and our record of it sends nothing again, because a retry first asks the carrier for the message.
 */
export const deliverSmsWorkflow = (app: AppContext) =>
  defineWorkflow(app, "deliver-sms", async (ids, step) => {
    await step("deliver", async () => {
      try {
        await deliverSms(app, app.sms, ids);
      } catch (error) {
        if (error instanceof SmsRefused) throw new WorkflowFailed("the carrier refused the number");
        throw error;
      }
    });
  });
