/** What of an account a notification of change can correct. */
export type CorrectedField = "accountNumber" | "routingNumber" | "accountType";

export type ChangeCode = {
  /** The name of the network (Nacha). */
  name: string;
  /** What of the account is wrong. Empty: the account stays as it is, and the notification is only recorded. */
  corrects: readonly CorrectedField[];
};

const code = (name: string, ...corrects: CorrectedField[]): ChangeCode => ({ name, corrects });

/**
 * The change codes of the ACH network. The account holder's bank sends one when an entry was paid although its data was wrong, and asks for
 * corrected data from now on. Names and identification numbers come from the business's own records and not from its bank, and codes of
 * international entries concern none of ours.
 */
export const changeCodes: Readonly<Record<string, ChangeCode>> = {
  C01: code("Incorrect DFI Account Number", "accountNumber"),
  C02: code("Incorrect Routing Number", "routingNumber"),
  C03: code("Incorrect Routing Number and Incorrect DFI Account Number", "routingNumber", "accountNumber"),
  C04: code("Incorrect Individual Name/Receiving Company Name"),
  C05: code("Incorrect Transaction Code", "accountType"),
  C06: code("Incorrect DFI Account Number and Incorrect Transaction Code", "accountNumber", "accountType"),
  C07: code(
    "Incorrect Routing Number, Incorrect DFI Account Number, and Incorrect Transaction Code",
    ...(["routingNumber", "accountNumber", "accountType"] as const),
  ),
  C08: code("Incorrect Receiving DFI Identification"),
  C09: code("Incorrect Individual Identification Number/Incorrect Receiver Identification Number"),
  C10: code("Incorrect Company Name"),
  C11: code("Incorrect Company Identification"),
  C12: code("Incorrect Company Name and Company Identification"),
  C13: code("Addenda Format Error"),
  C14: code("Incorrect SEC Code for Outbound International Payment"),
};

/** The network's limit: the correction is applied within this many banking days, or before the next entry if that is later. */
export const correctWithinBankingDays = 6;

export type CorrectionToApply = {
  achCode: string;
  /** The corrected values that the notification carries. */
  given: readonly CorrectedField[];
  /** The account has other numbers now than the entry was sent with. */
  isAccountChangedSince: boolean;
};

/** Why staff must look at a notification of change. */
export type CorrectionRefusal = "CODE_UNKNOWN" | "VALUE_MISSING" | "ACCOUNT_CHANGED_SINCE";

/** What a notification changes: the fields to correct, none for one that is only recorded, or why it cannot be applied. */
export function correctionOf({
  achCode,
  given,
  isAccountChangedSince,
}: CorrectionToApply): readonly CorrectedField[] | CorrectionRefusal {
  const found = Object.hasOwn(changeCodes, achCode) ? changeCodes[achCode] : undefined;
  if (!found) return "CODE_UNKNOWN";
  if (found.corrects.length === 0) return [];
  if (isAccountChangedSince) return "ACCOUNT_CHANGED_SINCE";
  return found.corrects.every((field) => given.includes(field)) ? found.corrects : "VALUE_MISSING";
}
