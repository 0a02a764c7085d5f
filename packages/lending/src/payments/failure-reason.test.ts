import { describe, expect, it } from "vitest";
import { blockAfter, type FailureReason, failureReasons, isBorrowersFailure } from "./failure-reason.ts";
import { codesFor, reasonForReturn } from "./return-codes.ts";

/** The whole table: reason, codes, fixable by the customer, retry, new account, block, escalation. */
const table = `
  insufficient_funds | R01 R09 | yes | TWICE | NO | NONE | –
  closed_account | R02 | yes | NO | YES | ACCOUNT | –
  invalid_account | R03 R04 | yes | NO | YES | ACCOUNT | –
  invalid_routing | R12 R13 R28 | yes | AFTER_CORRECTION | YES | ACCOUNT | –
  invalid_routing_number | R12 R13 R28 | yes | AFTER_CORRECTION | YES | ACCOUNT | –
  blocked_account | R16 | yes | NO | YES | FREEZE_ALL | STAFF
  debit_blocked | R08 | yes | AFTER_AUTHORIZATION | MAYBE | UNTIL_AUTHORIZED | –
  deceased_party | R14 R15 | yes | NO | YES | ACCOUNT | STAFF
  unauthorized_transfer | R05 R07 R10 R11 R29 | no | NEVER | NEW_AUTHORIZATION | KANMON_BLOCKED | STAFF
  duplicated_transfer | R24 | no | NO | NO | NONE | INCIDENT
  invalid_amount | R19 | no | NO | NO | NONE | INCIDENT
  invalid_field | R17 R18 R21 R22 R25 R26 R27 | no | NO | NO | NONE | INCIDENT
  unsupported_transfer | R20 R23 R34 R35 R36 | no | NO | YES | ACCOUNT | –
  canceled_transfer | R06 R31 | yes | BY_STAFF | NO | NONE | –
  regulatory_error | R16 | no | NEVER | NO | FREEZE_ALL | LEGAL
  transfer_on_hold | | yes | AFTER_TWO_BANKING_DAYS | NO | NONE | –
  account_not_verified | | yes | AFTER_VERIFICATION | MAYBE | NONE | –
  transfer_group_account_status | | yes | AFTER_VERIFICATION | MAYBE | NONE | –
  transfer_group_customer_status | | yes | AFTER_VERIFICATION | MAYBE | NONE | –
  unavailable_financial_institution | | yes | SAME_DAY | NO | NONE | –
  network_error | | yes | SAME_DAY | NO | NONE | –
  enterprise_insufficient_funds | | yes | AFTER_TOP_UP | NO | NONE | TREASURY
  invalid_flow_of_funds | | yes | NO | NO | NONE | INCIDENT
  invalid_country_code | | no | NO | NO | NONE | INCIDENT
  invalid_currency | | no | NO | NO | NONE | INCIDENT
  wire_returned | | yes | NO | YES | ACCOUNT | –
  card_expired | | yes | NO | YES | NONE | –
  incomplete_card_holder_address | | yes | NO | YES | NONE | –
  unexpected_error | | no | NO | NO | NONE | UNEXPECTED_ERROR_QUEUE
`;
const rows = table
  .trim()
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()));
const known = Object.keys(failureReasons) as FailureReason[];

describe("failed payment", () => {
  it.each(rows)("for %s (%s): fixable %s, retry %s, new account %s, block %s, escalated to %s", (...cells) => {
    const [reason, codes = "", fixable, retry, newAccount, block, escalation] = cells;
    expect(failureReasons[reason as FailureReason]).toEqual({
      isFixableByCustomer: fixable === "yes",
      retry,
      newAccount,
      block,
      escalation: escalation === "–" ? null : escalation,
    });
    // These two share their codes with another reason.
    if (reason === "invalid_routing_number" || reason === "regulatory_error") return;
    expect(codesFor(reason as FailureReason)).toEqual(codes.split(" ").filter((code) => code !== ""));
  });

  it("has one of the reasons on the wire and no other", () => {
    expect(known.toSorted()).toEqual(rows.map(([reason]) => reason).toSorted());
    expect(known).toHaveLength(29);
  });

  it.each(rows.flatMap(([reason, codes = ""]) => codes.split(" ").flatMap((code) => (code ? [[code, reason]] : []))))(
    "with the return code %s is one for %s",
    (code, reason) => {
      const isSanction = reason === "regulatory_error";
      const expected = reason === "invalid_routing_number" ? "invalid_routing" : reason;
      expect(reasonForReturn(String(code), isSanction)).toBe(expected);
    },
  );

  it("with an unknown return code has the reason unexpected_error", () => {
    for (const code of ["R99", "R48", "", "constructor"]) expect(reasonForReturn(code, false)).toBe("unexpected_error");
  });

  it("with a return code that no rule explains blocks the account until staff clear it", () => {
    expect(blockAfter({ reason: "unexpected_error", achCode: "R32" })).toBe("UNTIL_CLEARED");
    expect(blockAfter({ reason: "unexpected_error", achCode: null })).toBe("NONE");
    expect(blockAfter({ reason: "closed_account", achCode: "R02" })).toBe("ACCOUNT");
  });

  it("for insufficient funds in our own account is not the borrower's failure", () => {
    expect(known.filter((reason) => !isBorrowersFailure(reason))).toEqual(["enterprise_insufficient_funds"]);
  });
});
