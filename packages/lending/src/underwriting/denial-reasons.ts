/**
 * The reasons for which credit is denied, with their messages. The specification lists the first thirteen. The law requires specific
 * reasons, so cases that they do not cover have codes of their own.
 */
export const denialReasons = {
  CREDIT_APPLICATION_INCOMPLETE: "Credit application incomplete",
  CASH_FLOW_INSUFFICIENT: "Cash flow insufficient for amount or type of credit requested",
  EXCESSIVE_OBLIGATIONS: "Excessive obligations in relation to cash flow",
  TIME_IN_BUSINESS: "Time in business",
  NO_CREDIT_FILE: "No credit file",
  LIMITED_CREDIT_EXPERIENCE: "Limited credit experience",
  CREDIT_SCORE_BELOW_MINIMUM: "Credit Score did not meet credit criteria",
  POOR_CREDIT_PERFORMANCE: "Poor credit performance with us",
  DELINQUENT_CREDIT_OBLIGATIONS: "Delinquent past or present credit obligations with others",
  COLLECTION_ACTION_OR_JUDGMENT: "Collection action or judgment",
  BANKRUPTCY: "Bankruptcy",
  LOANS_UNAVAILABLE_IN_STATE: "loans unavailable in your state",
  UNSUPPORTED_INDUSTRY: "Credit Policy does not support your industry",
  UNABLE_TO_VERIFY_IDENTITY: "Unable to verify identity",
  UNABLE_TO_VERIFY_INFORMATION: "Unable to verify information in the application",
  COLLATERAL_POSITION: "Existing liens on the assets of the business",
  INDUSTRY_RISK: "Risk of the industry in relation to the amount of credit",
  NO_LAWFUL_PRICE: "We cannot offer credit at a price that your state allows",
  NO_FUNDING_AVAILABLE: "No funding available for this type of credit",
  GUARANTY_REQUIRED: "A required personal guaranty was not given",
  GUARANTOR_CREDIT: "Credit history of a co-owner or guarantor",
  AMOUNT_ABOVE_MAXIMUM: "Amount requested is above the most that we offer for this type of credit",
} as const;

export type DenialReason = keyof typeof denialReasons;

/** A notice names at most this many reasons: more do not help the applicant. */
export const mostDenialReasons = 4;

/** What a notice says was done. */
export const adverseActions = ["DENIED", "COUNTER_OFFERED"] as const;
export type AdverseAction = (typeof adverseActions)[number];
