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
};
const missing = (facts: Partial<CollectedFacts>) =>
  missingInputs({ ...inOrder, ...facts }).map(({ subStep, cause }) => `${subStep} ${cause}`);
const sampleDocument = (documentType: "BANK_STATEMENT" | "TAX_RETURN" | "ADDITIONAL_DOCUMENTS" | "INVOICE") => ({
  rejectedDocuments: [{ id: "d", documentType }],
});

describe("what is missing", () => {
  it.each<[string, Partial<CollectedFacts>, string[]]>([
    ["nothing, when all is in order", {}, []],
    ["a bank that is disconnected", { lostBanks: ["b"] }, ["RECOLLECT_PLAID bank/b"]],
    ["a bank whose data are old", { staleBanks: ["b"] }, ["RECOLLECT_PLAID bank/b"]],
    ["an account to repay from", { lostServicingAccounts: ["c"] }, ["UPDATE_PRIMARY_BANK_ACCOUNT account/c"]],
    ["numbers that are right", { failedManualAccounts: ["c"] }, ["RECOLLECT_BANK_INFO account/c"]],
    ["a statement that was rejected", sampleDocument("BANK_STATEMENT"), ["RECOLLECT_BANK_STATEMENTS document/d"]],
    ["a return that was rejected", sampleDocument("TAX_RETURN"), ["RECOLLECT_TAX_RETURNS document/d"]],
    [
      "another paper that was rejected",
      sampleDocument("ADDITIONAL_DOCUMENTS"),
      ["ADDITIONAL_DOCUMENTS_UPLOAD document/d"],
    ],
    ["no paper of another kind", sampleDocument("INVOICE"), []],
    ["books that are lost", { lostAccounting: ["l"] }, ["RECOLLECT_RAILZ books/l"]],
    ["no lost books while others are open", { lostAccounting: ["l"], hasAccountingData: true }, []],
    ["no lost books where returns were brought", { lostAccounting: ["l"], returns: 2, usableReturns: 2 }, []],
    ["an accountant's answer", { hasAccountant: true, silentAccountants: ["i"] }, ["RECOLLECT_RAILZ accountant/i"]],
    ["a second year of returns", { returns: 1, usableReturns: 1 }, ["RECOLLECT_TAX_RETURNS application/a"]],
    ["no second year of two that are there", { returns: 2, usableReturns: 2 }, []],
    ["no second year of who is not taxed as a corporation", { returns: 1, isTaxedAsCorporation: false }, []],
    ["no second year where the books are open", { returns: 1, usableReturns: 1, hasAccountingData: true }, []],
    ["no second year where an accountant is asked", { returns: 1, usableReturns: 1, hasAccountant: true }, []],
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

  it("is asked for in the order of the queue", () => {
    const asked = missingInputs({ ...inOrder, ...everything }).map(({ subStep }) => subStep);
    expect(asked).toEqual(additionalInputs.filter((subStep) => asked.includes(subStep)));
    expect(asked).toHaveLength(7);
  });

  it("is nothing before consent, and only where the money goes once nobody decides any more", () => {
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
] as const)("a payment that failed for %s: the numbers are wrong is %s", (reason, isWrong) => {
  expect(saysNumbersAreWrong(reason)).toBe(isWrong);
});

describe("owners whom a register knows and nobody named", () => {
  const named = [
    { firstName: "Rosa", lastName: "Marín" },
    { firstName: "Ines Maria", lastName: "Ortega" },
  ];
  it.each([
    ["is somebody else with a share", "Dana Whitlock", ["Managing Member"], 1],
    ["is not the owner, written otherwise", "MARIN, ROSA T.", ["Member"], 0],
    ["is not a co-owner who was named", "Ines Ortega", ["Partner"], 0],
    ["is not who only runs it", "Robin Calloway", ["President"], 0],
    ["is not who takes its mail", "Northwest Agents Inc", ["Registered Agent"], 0],
    ["is somebody who shares a name", "Luis Marín", ["Owner"], 1],
  ])("%s: %s, %s", (_, name, titles, count) => {
    expect(unnamedOwners([{ name, titles }], named)).toBe(count);
  });
});
