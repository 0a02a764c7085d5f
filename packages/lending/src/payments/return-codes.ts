import type { FailureReason } from "./failure-reason.ts";

export type ReturnCode = {
  /** The name of the network (Nacha). */
  name: string;
  /** How the return is handled. Null: no rule fits, so the account is held until staff have looked at the return. */
  reason: FailureReason | null;
};

const code = (name: string, reason: FailureReason | null): ReturnCode => ({ name, reason });
const held = (name: string): ReturnCode => code(name, null);

/**
 * The return codes of the ACH network from R01 to R85. The numbers left out are not assigned. Codes of entries that we never originate
 * (checks, federal enrollments, international entries) and of the banks' own correspondence about a return are held: one of them for an
 * entry of ours means that something is wrong which no rule foresees.
 */
export const returnCodes: Readonly<Record<string, ReturnCode>> = {
  R01: code("Insufficient Funds", "insufficient_funds"),
  R02: code("Account Closed", "closed_account"),
  R03: code("No Account/Unable to Locate Account", "invalid_account"),
  R04: code("Invalid Account Number Structure", "invalid_account"),
  R05: code("Unauthorized Debit to Consumer Account Using Corporate SEC Code", "unauthorized_transfer"),
  R06: code("Returned per ODFI's Request", "canceled_transfer"),
  R07: code("Authorization Revoked by Customer", "unauthorized_transfer"),
  R08: code("Payment Stopped", "debit_blocked"),
  R09: code("Uncollected Funds", "insufficient_funds"),
  R10: code(
    "Customer Advises Originator is Not Known to Receiver and/or Not Authorized by Receiver",
    "unauthorized_transfer",
  ),
  R11: code("Customer Advises Entry Not in Accordance with the Terms of the Authorization", "unauthorized_transfer"),
  R12: code("Account Sold to Another DFI", "invalid_routing"),
  R13: code("Invalid ACH Routing Number", "invalid_routing"),
  R14: code("Representative Payee Deceased or Unable to Continue in That Capacity", "deceased_party"),
  R15: code("Beneficiary or Account Holder Deceased", "deceased_party"),
  // With a sanctions instruction it has another reason: `reasonForReturn`.
  R16: code("Account Frozen/Entry Returned per OFAC Instruction", "blocked_account"),
  R17: code("File Record Edit Criteria/Questionable Circumstances/Improperly Initiated Reversal", "invalid_field"),
  R18: code("Improper Effective Entry Date", "invalid_field"),
  R19: code("Amount Field Error", "invalid_amount"),
  R20: code("Non-Transaction Account", "unsupported_transfer"),
  R21: code("Invalid Company Identification", "invalid_field"),
  R22: code("Invalid Individual ID Number", "invalid_field"),
  R23: code("Credit Entry Refused by Receiver", "unsupported_transfer"),
  R24: code("Duplicate Entry", "duplicated_transfer"),
  R25: code("Addenda Error", "invalid_field"),
  R26: code("Mandatory Field Error", "invalid_field"),
  R27: code("Trace Number Error", "invalid_field"),
  R28: code("Routing Number Check Digit Error", "invalid_routing"),
  // Unauthorized even if a debit filter caused it, because it is safer never to retry it.
  R29: code("Corporate Customer Advises Not Authorized", "unauthorized_transfer"),
  R30: held("RDFI Not Participant in Check Truncation Program"),
  R31: code("Permissible Return Entry", "canceled_transfer"),
  // The bank cannot settle at all. Whether its account is ever debited again is not for a rule to decide.
  R32: held("RDFI Non-Settlement"),
  R33: held("Return of XCK Entry"),
  R34: code("Limited Participation DFI", "unsupported_transfer"),
  // The account is of a kind that cannot be debited, or cannot be credited.
  R35: code("Return of Improper Debit Entry", "unsupported_transfer"),
  R36: code("Return of Improper Credit Entry", "unsupported_transfer"),
  R37: held("Source Document Presented for Payment"),
  R38: held("Stop Payment on Source Document"),
  R39: held("Improper Source Document/Source Document Presented for Payment"),
  R40: held("Return of ENR Entry by Federal Government Agency"),
  R41: held("Invalid Transaction Code"),
  R42: held("Routing Number/Check Digit Error"),
  R43: held("Invalid DFI Account Number"),
  R44: held("Invalid Individual ID Number/Identification Number"),
  R45: held("Invalid Individual Name/Company Name"),
  R46: held("Invalid Representative Payee Indicator"),
  R47: held("Duplicate Enrollment"),
  R50: held("State Law Affecting RCK Acceptance"),
  R51: held("Item Related to RCK Entry is Ineligible or RCK Entry is Improper"),
  R52: held("Stop Payment on Item Related to RCK Entry"),
  R53: held("Item and RCK Entry Presented for Payment"),
  R61: held("Misrouted Return"),
  R62: held("Return of Erroneous or Reversing Debit"),
  R67: held("Duplicate Return"),
  R68: held("Untimely Return"),
  R69: held("Field Error(s)"),
  R70: held("Permissible Return Entry Not Accepted/Return Not Requested by ODFI"),
  R71: held("Misrouted Dishonored Return"),
  R72: held("Untimely Dishonored Return"),
  R73: held("Timely Original Return"),
  R74: held("Corrected Return"),
  R75: held("Return Not a Duplicate"),
  R76: held("No Errors Found"),
  R77: held("Non-Acceptance of R62 Dishonored Return"),
  R80: held("IAT Entry Coding Error"),
  R81: held("Non-Participant in IAT Program"),
  R82: held("Invalid Foreign Receiving DFI Identification"),
  R83: held("Foreign Receiving DFI Unable to Settle"),
  R84: held("Entry Not Processed by Gateway"),
  R85: held("Incorrectly Coded Outbound International Payment"),
};

/** The failure reason of a return code, on the wire and for our handling. A held or unknown code has the reason `unexpected_error`. */
export function reasonForReturn(achCode: string, isSanctionsInstruction: boolean): FailureReason {
  if (achCode === "R16" && isSanctionsInstruction) return "regulatory_error";
  const found = Object.hasOwn(returnCodes, achCode) ? returnCodes[achCode] : undefined;
  return found?.reason ?? "unexpected_error";
}

/** The return codes that mean one of these reasons, in the order of the table. */
export const codesFor = (...reasons: FailureReason[]): string[] =>
  Object.keys(returnCodes).filter((name) => reasons.some((reason) => returnCodes[name]?.reason === reason));
