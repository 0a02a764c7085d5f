import { describe, expect, it } from "vitest";
import { type Call, needsStepUp } from "../call.ts";
import { additionalInputContracts } from "../onboarding/additional-inputs.ts";
import type { StepContract } from "../onboarding/step.ts";
import { accountAnswers } from "../onboarding/step-answer.ts";
import { onboardingStepContracts } from "../onboarding/steps.ts";
import { partnerCalls } from "../partner/calls.ts";
import { staffCalls } from "../staff/calls.ts";
import { portalCalls } from "./all.ts";
import { completeStep } from "./onboarding.ts";

const calls: [string, Call][] = Object.entries(portalCalls);
const named = (list: [string, Call][]) => list.map(([name]) => name).sort();

/** Writes about bank accounts that need no step-up, with the reason. */
const exempt = {
  markBankItemsConnected: "it concerns banks whose link needed a step-up, and lets us debit them, not pay them",
  restartMicroEntries: "it sends less than two dollars to an account whose typing needed a step-up",
  confirmMicroEntries: "it proves that the owner sees the account; typing the account needed a step-up",
  revokeDebitAuthorization: "it ends debits, which nobody may make difficult, and lets no money move",
  stopAccountChange: "an owner who follows the link of an email has no session, and only stops a change",
  skipCreateBankItem: "it links a fictitious bank and does not exist in production",
  playTradePassDemo: "it links a fictitious bank and does not exist in production",
};

describe("calls that need a step-up", () => {
  it("are those that link, type, correct or choose an account for money, that sign, and that change the methods", () => {
    expect(named(calls.filter(([, call]) => call.stepUp))).toEqual(
      [
        ...["createBankLinkToken", "exchangeBankLinkToken", "refreshBankItem", "startHostedBankLink"],
        ...["completeStep", "completeOffersStep", "setPrimaryBankAccount", "payFromAccount"],
        ...["signDisclosure", "openAgreement", "openCoOwnerAgreement", "requestPersonalPhoneCode"],
        ...["askNewPasskey", "addPasskey", "removePasskey", "requestPhoneCode", "confirmPhoneCode"],
      ].sort(),
    );
  });

  it("include every write about bank accounts, except where a reason is listed", () => {
    const writes = calls.filter(
      ([, { method, slice, action, summary }]) =>
        method !== "GET" && (slice === "banking" || action.startsWith("bank-account.") || /\bbank\b/.test(summary)),
    );
    expect(named(writes.filter(([, call]) => !call.stepUp))).toEqual(Object.keys(exempt).sort());
  });

  it("are no reads, and no calls of partners and staff", () => {
    expect(named(calls.filter(([, call]) => call.stepUp && call.method === "GET"))).toEqual([]);
    const others: [string, Call][] = [...Object.entries(partnerCalls), ...Object.entries(staffCalls)];
    expect(named(others.filter(([, call]) => call.stepUp))).toEqual([]);
  });
});

describe("the completion of a step", () => {
  const contracts: [string, StepContract][] = [
    ...Object.entries(onboardingStepContracts),
    ...Object.entries(additionalInputContracts),
  ];
  const needs = (body: object) => needsStepUp(completeStep, body);

  it("needs a step-up for every answer with an account number or the choice of an account", () => {
    const fieldsOf = ({ completion }: StepContract) =>
      Object.keys("shape" in completion ? Object(completion.shape) : {});
    const withAccount = contracts.filter(([, contract]) => fieldsOf(contract).some((field) => /account/i.test(field)));
    // An accountant is a person, and not an account.
    const found = withAccount.map(([name]) => name).filter((name) => !name.endsWith("RAILZ"));
    expect(found.sort()).toEqual([...accountAnswers].sort());
  });

  it.each(["COLLECT_BANK_INFO", "ONBOARDING.COLLECT_BANK_INFO"])(
    "needs a step-up under the name %s",
    (completedStep) => {
      expect(needs({ completedStep })).toBe(true);
    },
  );

  it.each(["RECOLLECT_BANK_INFO", "UPDATE_PRIMARY_BANK_ACCOUNT"])("needs a step-up for the input %s", (subStep) => {
    for (const completedStep of ["REQUEST_ADDITIONAL_USER_INPUT", "ONBOARDING.REQUEST_ADDITIONAL_USER_INPUT"])
      expect(needs({ completedStep, subStep })).toBe(true);
  });

  it("needs none for other steps and inputs", () => {
    for (const completedStep of ["START_FLOW", "COLLECT_PLAID", "ONBOARDING.COLLECT_CONSENT", "nothing"])
      expect(needs({ completedStep, subStep: "RECOLLECT_BANK_INFO" })).toBe(false);
    expect(needs({ completedStep: "REQUEST_ADDITIONAL_USER_INPUT", subStep: "RECOLLECT_PLAID" })).toBe(false);
  });
});
