import { loanApplicationLifecycle } from "@inlay/lending/applications/loan-application.ts";
import { additionalInputs, coOwnerAdditionalInputs } from "@inlay/lending/onboarding/steps.ts";
import { productTypes } from "@inlay/lending/products/product-type.ts";
import { z } from "zod/mini";
import { correctionOutcomes, correctionTopics } from "../onboarding/correction.ts";
import { screenedKind, screeningResult, screeningVerdict } from "../screening.ts";
import { code, count, date, type EventDefinitions, id } from "./event.ts";

const status = z.enum(loanApplicationLifecycle.states);
const application = z.strictObject({ applicationId: id, status });
// A staff hold and a co-owner's input are raised as the same kind, so partners see none of them.
const input = z.strictObject({
  additionalInputId: id,
  subStep: z.enum([...additionalInputs, ...coOwnerAdditionalInputs]),
});
const reminder = z.strictObject({
  reminderId: id,
  reminder: z.enum(["OWNER", "CO_OWNER", "ACCOUNTANT"]),
  subjectId: id,
});
const accountant = z.strictObject({ invitationId: id });

/** Applications and what their decision is based on: additional inputs, reports, screenings, accounting data. */
export const applicationEvents = {
  "accountant.invited": {
    when: "a business invited its accountant",
    object: "accountant_invitation",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: accountant,
  },
  "accountant.signed_in": {
    when: "an accountant exchanged the link for a session",
    object: "accountant_invitation",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: accountant,
  },
  "accountant.waited_for": {
    when: "the response period of an accountant passed",
    object: "accountant_invitation",
    version: 1,
    visibility: "internal",
    webhook: null,
    body: accountant,
  },
  "accountant.withdrawn": {
    when: "a business withdrew the invitation of its accountant",
    object: "accountant_invitation",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: accountant,
  },
  "accounting.data_read": {
    when: "accounting data was read from the vendor",
    object: "accounting_reading",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ accountingReadingId: id, months: count }),
  },
  "accounting_connection.updated": {
    when: "an accounting connection began or changed its state",
    object: "accounting_connection",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ accountingConnectionId: id, state: z.enum(["PENDING", "ACTIVE", "LOST"]) }),
  },
  "additional_input.done": {
    when: "an additional input was answered, or no rule needs it any more",
    object: "additional_input",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: input,
  },
  "additional_input.notice_given": {
    when: "the notice of incompleteness is due; a handler sends it",
    object: "input_request",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ inputRequestId: id, dueOn: date }),
  },
  "additional_input.raised": {
    when: "an owner was asked for an additional input",
    object: "additional_input",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: input,
  },
  "additional_input.released": {
    when: "staff released an additional input",
    object: "additional_input",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: input,
  },
  "additional_input.reminded": {
    when: "a reminder of open inputs is due; a handler sends it",
    object: "input_request",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ inputRequestId: id, dueOn: z.nullable(date) }),
  },
  "application.completed": {
    when: "all data of an application arrived, which starts the period for a decision",
    object: "application",
    version: 1,
    visibility: "partner",
    webhook: "application.completed",
    body: application,
  },
  "application.incomplete": {
    when: "an application was closed because its inputs did not arrive in time",
    object: "application",
    version: 1,
    visibility: "partner",
    webhook: "application.incomplete",
    body: application,
  },
  "application.submitted": {
    when: "the primary owner consented to an application; one for each product",
    object: "application",
    version: 1,
    visibility: "partner",
    webhook: "application.submitted",
    body: z.strictObject({ applicationId: id, productType: z.enum(productTypes), status }),
  },
  "application.withdrawn": {
    when: "the primary owner withdrew an application",
    object: "application",
    version: 1,
    visibility: "partner",
    webhook: "application.withdrawn",
    body: application,
  },
  "correction.answered": {
    when: "staff answered an owner's request for a correction; a handler emails the answer",
    object: "correction",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ correctionId: id, outcome: z.enum(correctionOutcomes) }),
  },
  "correction.requested": {
    when: "the primary owner asked staff to correct an answer after consent",
    object: "correction",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ correctionId: id, topic: z.enum(correctionTopics) }),
  },
  "onboarding.restarted": {
    when: "the primary owner applies again after the applications were closed; earlier answers are kept",
    object: "business",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({}),
  },
  "reminder.refused": {
    when: "an owner refused reminders of unfinished applications by the link in one",
    object: "reminder",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: reminder,
  },
  "reminder.requested": {
    when: "a person whom the application waits for is to be reminded; a handler sends the email",
    object: "reminder",
    version: 1,
    visibility: "internal",
    webhook: null,
    body: reminder,
  },
  "reminder.unanswered": {
    when: "the last day for an answer passed; whoever asked decides",
    object: "reminder",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: reminder,
  },
  "report.accepted": {
    when: "staff accepted an inconclusive report as it is",
    object: "report",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ reportId: id, source: code }),
  },
  "report.requested": {
    when: "staff requested an inconclusive report once more",
    object: "report",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ reportId: id, source: code }),
  },
  "report.updated": {
    when: "a report about a business or an owner arrived or is pending",
    object: "report",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ reportId: id, source: code, outcome: code }),
  },
  "sanctions_screening.decided": {
    when: "staff cleared or confirmed a possible match",
    object: "sanctions_screening",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ screeningId: id, subjectId: id, verdict: screeningVerdict }),
  },
  "sanctions_screening.made": {
    when: "a name was screened against the sanctions list",
    object: "sanctions_screening",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({
      screeningId: id,
      subjectKind: screenedKind,
      subjectId: id,
      result: screeningResult,
    }),
  },
} as const satisfies EventDefinitions;
