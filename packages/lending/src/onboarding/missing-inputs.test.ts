import { describe, expect, it } from "vitest";
import { type CollectedFacts, missingInputs, saysNumbersAreWrong, unnamedOwners } from "./missing-inputs.ts";
import { additionalInputs } from "./steps.ts";

const inOrder: CollectedFacts = {
  hasConsented: true,
  openApplicationId: "a",
  lostBanks: [],
  staleBanks: [],
  lostServicingAccounts: [],
  failedManualAccounts: [],
  rejectedDocuments: [],
  hasAccountingData: false,
  lostAccounting: [],
  hasAccountant: false,
  silentAccountants: [],
  isTaxedAsCorporation: true,
  returns: 0,
  usableReturns: 0,
  hasOnlyOneReturn: false,
};
const missing = (facts: Partial<CollectedFacts>) =>
  missingInputs({ ...inOrder, ...facts }).map(({ subStep, cause }) => `${subStep} ${cause}`);
const sampleDocument = (documentType: "BANK_STATEMENT" | "TAX_RETURN" | "ADDITIONAL_DOCUMENTS" | "INVOICE") => ({
  rejectedDocuments: [{ id: "d", documentType }],
});

describe("missing input", () => {
  it.each<[string, Partial<CollectedFacts>, string[]]>([
    ["nothing when everything is in order", {}, []],
    ["a bank that is disconnected", { lostBanks: ["b"] }, ["RECOLLECT_PLAID bank/b"]],
    ["a bank whose data is too old", { staleBanks: ["b"] }, ["RECOLLECT_PLAID bank/b"]],
    ["an account for repayments", { lostServicingAccounts: ["c"] }, ["UPDATE_PRIMARY_BANK_ACCOUNT account/c"]],
    ["correct account numbers", { failedManualAccounts: ["c"] }, ["RECOLLECT_BANK_INFO account/c"]],
    ["a bank statement that was rejected", sampleDocument("BANK_STATEMENT"), ["RECOLLECT_BANK_STATEMENTS document/d"]],
    ["a tax return that was rejected", sampleDocument("TAX_RETURN"), ["RECOLLECT_TAX_RETURNS document/d"]],
    [
      "another document that was rejected",
      sampleDocument("ADDITIONAL_DOCUMENTS"),
      ["ADDITIONAL_DOCUMENTS_UPLOAD document/d"],
    ],
    ["no document of another type", sampleDocument("INVOICE"), []],
    ["accounting data that is disconnected", { lostAccounting: ["l"] }, ["RECOLLECT_RAILZ books/l"]],
    ["no accounting data while another connection is open", { lostAccounting: ["l"], hasAccountingData: true }, []],
    ["no accounting data when tax returns were uploaded", { lostAccounting: ["l"], returns: 2, usableReturns: 2 }, []],
    ["an accountant's answer", { hasAccountant: true, silentAccountants: ["i"] }, ["RECOLLECT_RAILZ accountant/i"]],
    ["a second year of tax returns", { returns: 1, usableReturns: 1 }, ["RECOLLECT_TAX_RETURNS application/a"]],
    [
      "no second year when the owner has said that there is only one",
      { returns: 1, usableReturns: 1, hasOnlyOneReturn: true },
      [],
    ],
    [
      "the only year when it cannot be used",
      { returns: 1, usableReturns: 0, hasOnlyOneReturn: true },
      ["RECOLLECT_TAX_RETURNS application/a"],
    ],
    ["no second year when two are uploaded", { returns: 2, usableReturns: 2 }, []],
    [
      "no second year for a business that is not taxed as a corporation",
      { returns: 1, isTaxedAsCorporation: false },
      [],
    ],
    ["no second year when accounting data is connected", { returns: 1, usableReturns: 1, hasAccountingData: true }, []],
    ["no second year when an accountant is invited", { returns: 1, usableReturns: 1, hasAccountant: true }, []],
  ])("is %s", (_, facts, found) => {
    expect(missing(facts)).toEqual(found);
  });

  const everything: Partial<CollectedFacts> = {
    lostBanks: ["b"],
    lostServicingAccounts: ["c"],
    failedManualAccounts: ["m"],
    silentAccountants: ["i"],
    rejectedDocuments: [
      { id: "x", documentType: "ADDITIONAL_DOCUMENTS" },
      { id: "t", documentType: "TAX_RETURN" },
      { id: "s", documentType: "BANK_STATEMENT" },
    ],
  };

  it("is requested in the order of the queue", () => {
    const asked = missingInputs({ ...inOrder, ...everything }).map(({ subStep }) => subStep);
    expect(asked).toEqual(additionalInputs.filter((subStep) => asked.includes(subStep)));
    expect(asked).toHaveLength(7);
  });

  it("is nothing before consent, and only a bank account once the application is decided", () => {
    expect(missing({ ...everything, hasConsented: false })).toEqual([]);
    expect(missing({ ...everything, openApplicationId: null })).toEqual([
      "UPDATE_PRIMARY_BANK_ACCOUNT account/c",
      "RECOLLECT_BANK_INFO account/m",
    ]);
  });
});

it.each([
  ["invalid_account", true],
  ["invalid_routing_number", true],
  ["closed_account", true],
  ["account_not_verified", true],
  ["insufficient_funds", false],
  ["blocked_account", false],
  ["unauthorized_transfer", false],
] as const)("failed payment: the reason %s means wrong account numbers: %s", (reason, isWrong) => {
  expect(saysNumbersAreWrong(reason)).toBe(isWrong);
});

describe("unnamed owner in a business register", () => {
  const named = [
    { firstName: "Rosa", lastName: "Marín" },
    { firstName: "Ines Maria", lastName: "Ortega" },
  ];
  it.each([
    ["is another person with a share", "Dana Whitlock", ["Managing Member"], 1],
    ["is not the owner with the name in another order", "MARIN, ROSA T.", ["Member"], 0],
    ["is not a co-owner who was named", "Ines Ortega", ["Partner"], 0],
    ["is not an officer without a share", "Robin Calloway", ["President"], 0],
    ["is not the registered agent", "Northwest Agents Inc", ["Registered Agent"], 0],
    ["is a person with the same last name", "Luis Marín", ["Owner"], 1],
  ])("%s: %s, %s", (_, name, titles, count) => {
    expect(unnamedOwners([{ name, titles }], named)).toBe(count);
  });
});
