import { randomUUID } from "node:crypto";
import { additionalInputContracts } from "@inlay/contracts/onboarding/additional-inputs.ts";
import { coOwnerInputContracts, coOwnerStepContracts } from "@inlay/contracts/onboarding/co-owner-steps.ts";
import { onboardingStepContracts } from "@inlay/contracts/onboarding/steps.ts";
import { describe, expect, it, vi } from "vitest";
import type { PortalSession } from "../../shared/session/portal-session.tsx";
import { answersToDecline, coOwnerIdentitySample, coOwnerSamples, inputSamples, stepSamples } from "./samples.ts";

/** The screen data of a business that has entered nothing yet. */
const nothing = {
  variant: "ELIGIBILITY_SCREENER",
  selectableProducts: ["TERM_LOAN"],
  debts: [{ id: randomUUID() }],
  businessName: null,
  phoneNumber: null,
  address: null,
  tinLast4: null,
  hasPrimaryOwnerSsn: false,
  achAuthorizationRequired: true,
  isCreditCheckEnabled: true,
  statement: { stateManagedFrom: null },
  accounts: [{ id: randomUUID() }],
  isSecondaryOwnerRequired: true,
  secondaryOwners: [],
};
const owner = {
  primaryBusinessOwnerFirstName: "Rosa",
  primaryBusinessOwnerLastName: "Marín",
  address: null,
  primaryBusinessOwnerEmail: "rosa@harbor.test",
  phoneNumber: "+15035550134",
};
const coOwner = {
  secondaryOwnerFirstName: "Ana",
  secondaryOwnerLastName: "Ruiz",
  secondaryOwnerEmail: "ana@harbor.test",
  secondaryOwnerPhoneNumber: null,
  address: null,
  verified: false,
};
const places = [
  { documentId: randomUUID(), documentUploadUrl: { uploadUrl: "u", downloadUrl: "https://inlay.test/d" } },
];
const ask = vi.fn(async () => ({ itemIds: [randomUUID()], files: places })) as unknown as PortalSession["ask"];
vi.stubGlobal("fetch", async () => ({ ok: true, status: 200 }));

type Samples = Record<string, (data: never, ask: PortalSession["ask"]) => unknown>;
const answerOf = async (samples: Samples, name: string) =>
  samples[name]?.((name === "VERIFY_USER_IDENTITY_INFORMATION" ? owner : nothing) as never, ask);

describe("sample answer", () => {
  it.each(Object.entries(onboardingStepContracts))("to step %s is valid", async (name, contract) => {
    expect(contract.completion.safeParse(await answerOf(stepSamples, name)).error).toBeUndefined();
  });

  it.each(Object.entries(answersToDecline))("of a declined business to step %s is valid", (name, answer) => {
    const contract = onboardingStepContracts[name as keyof typeof answersToDecline];
    expect(contract.completion.safeParse(answer).error).toBeUndefined();
  });

  it.each(Object.entries(additionalInputContracts))("to additional input %s is valid", async (name, contract) => {
    expect(contract.completion.safeParse(await answerOf(inputSamples, name)).error).toBeUndefined();
  });

  it.each(Object.entries(coOwnerStepContracts))("of a co-owner to step %s is valid", (name, contract) => {
    const samples = coOwnerSamples as Record<string, (data: object) => object>;
    const data = name === "COLLECT_PERSONAL_DETAILS" ? coOwner : nothing;
    expect(contract.completion.safeParse(samples[name]?.(data)).error).toBeUndefined();
  });

  it("to a co-owner's identity input is valid", () => {
    const shape = coOwnerInputContracts.VERIFY_SECONDARY_OWNER_IDENTITY_INFORMATION.completion;
    expect(shape.safeParse(coOwnerIdentitySample(coOwner)).error).toBeUndefined();
  });
});
