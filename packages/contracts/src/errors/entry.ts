export const nextActionKinds = [
  "FIX_REQUEST",
  "RETRY",
  "RETRY_LATER",
  "WAIT_FOR_EVENT",
  "ASK_BORROWER",
  "OPEN_EMBED",
  "CONTACT_US",
  "NONE",
] as const;
export type NextActionKind = (typeof nextActionKinds)[number];

export type NextAction = { kind: NextActionKind; message: string; ref?: string };

export type RefusalEntry = {
  status: number;
  /** The message shown to people. `{name}` is filled from the refusal's context. */
  message: string;
  /** The CamelCase name that clients recognize, if there is one. */
  errorCode?: string;
  /** The portal's UPPER_SNAKE code, if it is not derived from errorCode. */
  portalCode?: string;
  /** The portal's message, if it differs from the partner's. */
  portalMessage?: string;
  /** The partner's code, if several refusals share one code in the partner API. */
  partnerCode?: string;
  next: NextAction;
};

export const fix = (message: string): NextAction => ({ kind: "FIX_REQUEST", message });
export const fixRequest = fix("Correct the request and send it again.");
export const contactUs: NextAction = { kind: "CONTACT_US", message: "Contact us." };
export const retry: NextAction = { kind: "RETRY", message: "Send the same request again after a second." };
export const openBankAccounts: NextAction = {
  kind: "OPEN_EMBED",
  message: "Let the owner choose the account.",
  ref: "bank_accounts",
};
export const apology =
  "Oops, an error occurred. Please contact us or try again later. We apologize for any inconvenience." as const;
