import { drawRequestLifecycle } from "@inlay/lending/products/line-of-credit/draw-request.ts";
import { z } from "zod/mini";
import { uuid } from "../ids.ts";

const cents = z.int();
const date = z.iso.date();
const time = z.iso.datetime();
const drawStep = z.enum(drawRequestLifecycle.states);

/** A payoff that is scheduled for a loan or a draw. */
const earlyPayoff = z.object({ effectiveDate: date, amountCents: cents });

const scheduleItem = z.object({
  id: uuid,
  drawRequestId: uuid,
  issuedProductPaymentOrderId: z.nullable(uuid),
  paymentNumber: z.int(),
  scheduledRepaymentDate: date,
  monthlyRepaymentAmountCents: cents,
  monthlyRepaymentPrincipalAmountCents: cents,
  monthlyInterestAmountCents: cents,
  paymentStatus: z.string(),
  createdAt: time,
  updatedAt: time,
});

/** A draw on a line of credit. Percentages are decimal text. */
export const drawRequest = z.object({
  id: uuid,
  issuedProductId: uuid,
  amountCents: cents,
  amountLessFeeAmountCents: cents,
  feeAmountCents: cents,
  purpose: z.nullable(z.string()),
  currentStep: drawStep,
  interestRatePercentage: z.string(),
  feePercentage: z.string(),
  repaymentDurationDays: z.int(),
  apr: z.nullable(z.string()),
  drawRequestSteps: z.array(z.object({ step: drawStep, createdAt: time, updatedAt: time })),
  drawRequestPaymentScheduleItems: z.array(scheduleItem),
  earlyPayoff: z.nullable(earlyPayoff),
  createdAt: time,
  updatedAt: time,
});
export type DrawRequest = z.infer<typeof drawRequest>;
