import { describe, expect, it } from "vitest";
import { z } from "zod/mini";
import { upsertUserRoles } from "../calls/people.ts";
import { coOwnerInputContracts, coOwnerStepContracts } from "./co-owner-steps.ts";
import { bankInfoForm } from "./steps/collect-bank-info.ts";
import { consentWithCreditCheck, coOwnerConsentWithCreditCheck } from "./steps/collect-consent.ts";
import { emptyDebtRow } from "./steps/collect-existing-debt.ts";
import { eligibilityAnswers, isEligible } from "./steps/start-flow.ts";
import { type BuiltStep, onboardingStepContracts } from "./steps.ts";
import { onboardingSurvey } from "./survey.ts";
import {
  pathOf,
  rightAnswers,
  rightBankForm,
  rightConsent,
  rightCoOwnerIdentity,
  rightCoOwnerPerson,
  rightRoles,
  rightSurvey,
  type WrongInput,
  withWrong,
  wrongBankForms,
  wrongConsents,
  wrongCoOwnerIdentities,
  wrongCoOwnerPersons,
  wrongInputs,
  wrongRoles,
  wrongSurveys,
} from "./wrong-inputs.fixture.ts";

/** Steps whose form requires more than the step's shape: all screener answers, and both checkboxes if credit is checked. */
const formShapes: Partial<Record<BuiltStep, z.core.$ZodType>> = {
  START_FLOW: eligibilityAnswers,
  COLLECT_CONSENT: consentWithCreditCheck,
};
const shapeOf = (step: BuiltStep): z.core.$ZodType => formShapes[step] ?? onboardingStepContracts[step].completion;

type Shape = { name: string; shape: z.core.$ZodType; right: object; rows: WrongInput[] };
const shapes: Shape[] = [
  ...(Object.keys(wrongInputs) as BuiltStep[]).map((step) => ({
    name: step,
    shape: shapeOf(step),
    right: rightAnswers[step],
    rows: wrongInputs[step],
  })),
  { name: "an account that is typed twice", shape: bankInfoForm, right: rightBankForm, rows: wrongBankForms },
  { name: "a role", shape: upsertUserRoles.body, right: rightRoles, rows: wrongRoles },
  { name: "the survey", shape: onboardingSurvey, right: rightSurvey, rows: wrongSurveys },
  {
    name: "a co-owner's details",
    shape: coOwnerStepContracts.COLLECT_PERSONAL_DETAILS.completion,
    right: rightCoOwnerPerson,
    rows: wrongCoOwnerPersons,
  },
  {
    name: "a co-owner's consent",
    shape: coOwnerConsentWithCreditCheck,
    right: rightConsent,
    rows: wrongConsents,
  },
  {
    name: "a co-owner's identity",
    right: rightCoOwnerIdentity,
    rows: wrongCoOwnerIdentities,
    shape: coOwnerInputContracts.VERIFY_SECONDARY_OWNER_IDENTITY_INFORMATION.completion,
  },
];

describe.each(shapes)("shape of $name", ({ shape, right, rows }) => {
  it("accepts a valid answer", () => {
    expect(z.safeParse(shape, right).success).toBe(true);
  });

  it.each(rows)("rejects $field $value with: $sentence", ({ field, value, sentence }) => {
    const parsed = z.safeParse(shape, withWrong(right, { field, value }));
    expect(parsed.error?.issues.map(({ path, message }) => ({ path, message }))).toEqual([
      { path: pathOf(field), message: sentence },
    ]);
  });
});

describe("existing debts", () => {
  const { completion } = onboardingStepContracts.COLLECT_EXISTING_DEBT;
  const [debt] = rightAnswers.COLLECT_EXISTING_DEBT.debts;

  it("omit empty rows at any position", () => {
    expect(z.parse(completion, { debts: [emptyDebtRow, debt, { ...emptyDebtRow, description: "  " }] })).toEqual({
      debts: [debt],
    });
    expect(z.parse(completion, { debts: [emptyDebtRow] })).toEqual({ debts: [] });
  });

  it("require every field of a partly filled row, with the row's index in the path", () => {
    const begun = { ...emptyDebtRow, description: "Oven lease" };
    const parsed = z.safeParse(completion, { debts: [emptyDebtRow, begun] });
    expect(parsed.error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
      ["debts.1.monthlyPaymentInCents", "Monthly payment is required"],
      ["debts.1.outstandingBalanceCents", "Remaining balance is required"],
      ["debts.1.interestRate", "Interest rate is required"],
      ["debts.1.monthsRemaining", "Months remaining is required"],
    ]);
  });

  it.each([
    ["8.25 %", 8.25],
    [" 0 ", 0],
    [".5", 0.5],
    ["8,5", 8.5],
    ["70", 70],
    [29.99, 29.99],
  ])("accept the interest rate typed as %s", (interestRate, rate) => {
    const [parsed] = z.parse(completion, { debts: [{ ...debt, interestRate }] } as never).debts;
    expect(parsed?.interestRate).toBe(rate);
  });
});

describe("COLLECT_BANK_INFO", () => {
  const { completion } = onboardingStepContracts.COLLECT_BANK_INFO;
  const withSubtype = (accountSubtype: string, accountType = "depository") =>
    z.safeParse(completion, { ...rightAnswers.COLLECT_BANK_INFO, accountSubtype, accountType });

  it.each([
    ["CHECKING", "DEPOSITORY", "checking"],
    ["Checking", "Depository", "checking"],
    ["SAVINGS", "depository", "savings"],
  ])("accepts the account type %s of %s in any letter case", (accountSubtype, accountType, stored) => {
    expect(withSubtype(accountSubtype, accountType).data).toMatchObject({
      accountType: "depository",
      accountSubtype: stored,
    });
  });

  it("accepts no other account type", () => {
    expect(withSubtype("MONEY MARKET").success).toBe(false);
    expect(withSubtype("checking", "credit").success).toBe(false);
  });
});

describe("eligibility screener", () => {
  const both = [true, false];
  const answers = both.flatMap((creditScoreGreaterThan) =>
    both.flatMap((businessesGreaterThan) =>
      both.map((averageBusinessesCashBalanceGreaterThan) => ({
        creditScoreGreaterThan,
        businessesGreaterThan,
        averageBusinessesCashBalanceGreaterThan,
      })),
    ),
  );
  it.each(answers)("is passed with three times yes and failed with any no: %o", (given) =>
    expect(isEligible(given)).toBe(!Object.values(given).includes(false)),
  );
});
