import type { DrawRequestState } from "./draw-request.ts";

/** The public names of draw states in notifications and reports. */
export const publicDrawRequestState = {
  PENDING_FUND_DISBURSEMENT: "DRAW_REQUEST_CREATED",
  WAITING_FOR_REPAYMENT: "DRAW_REQUEST_FUNDED",
  CLOSED: "DRAW_REQUEST_PAID_IN_FULL",
  REJECTED: "REJECTED",
  DEFAULTED: "DEFAULTED",
} as const satisfies Record<DrawRequestState, string>;
export type PublicDrawRequestState = (typeof publicDrawRequestState)[DrawRequestState];
