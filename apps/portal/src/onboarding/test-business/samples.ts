import { markBankItemsConnected } from "@inlay/contracts/calls/banking.ts";
import { createCoOwnerV2 } from "@inlay/contracts/calls/co-owners.ts";
import { confirmDocumentUpload, requestDocumentUploads } from "@inlay/contracts/calls/documents.ts";
import { skipConnectAccounting, skipCreateBankItem } from "@inlay/contracts/calls/sandbox.ts";
import type { AnswerableInput, InputScreenData } from "@inlay/contracts/onboarding/additional-inputs.ts";
import type {
  CompletableCoOwnerStep,
  CoOwnerRequestedInput,
  CoOwnerScreenData,
} from "@inlay/contracts/onboarding/co-owner-steps.ts";
import type { BuiltStep, ScreenData } from "@inlay/contracts/onboarding/steps.ts";
import type { PortalSession } from "../../shared/session/portal-session.tsx";
import type { UploadFolder } from "../../shared/uploads/send-files.ts";

type Ask = PortalSession["ask"];
type Sample<Data> = (data: Data, ask: Ask) => object | Promise<object>;

const address = { addressLineOne: "16 Orchard Ln", city: "Hood River", state: "OR", zipcode: "97031", country: "US" };
// Numbers for which the sandbox's bureaus have a good file.
const ssn = "900-00-0001";
const tin = "99-0000001";
const account = {
  accountNumber: "000123456789",
  routingNumber: "091099800",
  name: "First Calm Bank",
  accountType: "depository",
  accountSubtype: "checking",
  achAuthorized: true,
};

/** Sample answers for each step. They are sent like a person's answers, and the banks and files that they refer to exist. */
export const stepSamples: { [S in BuiltStep]: Sample<ScreenData<S>> } = {
  START_FLOW: ({ variant }) =>
    variant === "ELIGIBILITY_SCREENER"
      ? { creditScoreGreaterThan: true, businessesGreaterThan: true, averageBusinessesCashBalanceGreaterThan: true }
      : {},
  SELECT_PRODUCTS: ({ selectableProducts }) => ({ selectedProducts: selectableProducts }),
  COLLECT_PERSONAL_DETAILS: () => ({
    primaryBusinessOwnerFirstName: "Dana",
    primaryBusinessOwnerLastName: "Developer",
    primaryBusinessOwnerEmail: `dana-${Date.now()}@example.com`,
    phoneNumber: "+14155550134",
    ...address,
  }),
  COLLECT_BUSINESS_DETAILS: () => ({
    businessName: `Sample Business ${Date.now()}`,
    phoneNumber: "+14155550135",
    website: "https://example.com",
    ...address,
  }),
  COLLECT_PLAID: async (data, ask) => {
    await linkBank(data, ask);
    return {};
  },
  COLLECT_BANK_STATEMENTS: async (_, ask) => ({ files: [await uploadSample("bank-statements", ask)] }),
  COLLECT_BANK_INFO: () => account,
  COLLECT_RAILZ: async ({ tinLast4 }, ask) => {
    await ask(skipConnectAccounting, {});
    return { entityType: "CORPORATE_TAX", ...(tinLast4 === null && { tin }) };
  },
  COLLECT_BUSINESS_TAX: ({ hasPrimaryOwnerSsn }) => ({
    entityType: "PASS_THROUGH",
    taxReturnFiles: [],
    ...(!hasPrimaryOwnerSsn && { ssn }),
  }),
  COLLECT_EXISTING_DEBT: () => ({ debts: [] }),
  COLLECT_REFINANCE_OPTIONS: ({ debts }) => ({
    refinanceOptions: debts.map(({ id }) => ({ existingDebtId: id, refinanceRequested: false })),
  }),
  COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS: (data, ask) => nameOwners(data, ask),
  COLLECT_CONSENT: ({ isCreditCheckEnabled, statement }) => ({
    amountRequestedCents: 4_000_000,
    useOfFunds: "WORKING_CAPITAL",
    grossAnnualRevenueCents: 62_500_000,
    stateManagedFrom: statement.stateManagedFrom ?? address.state,
    businessOwnersAreUsResidents: true,
    businessPurposeOnly: true,
    agreeToTermsAndPrivacyPolicy: true,
    ...(isCreditCheckEnabled && { agreeToSoftPull: true }),
  }),
};

/** Answers with which the sample business is declined, unless staff overrule it: its debts take too much of the income. */
export const answersToDecline = {
  SELECT_PRODUCTS: { selectedProducts: ["TERM_LOAN"] },
  COLLECT_EXISTING_DEBT: {
    debts: [
      {
        description: "Kitchen equipment loan",
        monthlyPaymentInCents: 2_500_000,
        outstandingBalanceCents: 40_000_000,
        interestRate: 19.5,
        monthsRemaining: 20,
      },
    ],
  },
} satisfies { [S in BuiltStep]?: object };

export const inputSamples: { [I in AnswerableInput]: Sample<InputScreenData<I>> } = {
  VERIFY_USER_IDENTITY_INFORMATION: ({ address: kept, ...person }) => ({
    personalStepPayload: { ...person, ...orSample(kept) },
    ssn,
  }),
  VERIFY_BUSINESS_INFORMATION: ({ businessName, phoneNumber, address: kept }) => ({
    businessStepPayload: {
      businessName: businessName ?? "Sample Business",
      phoneNumber: phoneNumber ?? "+14155550135",
      tin,
      ...orSample(kept),
    },
  }),
  VERIFY_BUSINESS_TAX_ID: () => ({ entityType: "CORPORATE_TAX", tin }),
  VERIFY_CREDIT_REPORT_UNLOCKED: () => ({}),
  RECOLLECT_PLAID: async (data, ask) => {
    await linkBank(data, ask);
    return {};
  },
  UPDATE_PRIMARY_BANK_ACCOUNT: ({ accounts }) => ({
    primaryBankAccountId: accounts[0]?.id ?? "",
    achAuthorized: true,
  }),
  RECOLLECT_BANK_INFO: () => account,
  RECOLLECT_BANK_STATEMENTS: async (_, ask) => ({ files: [await uploadSample("bank-statements", ask)] }),
  RECOLLECT_RAILZ: async (_, ask) => {
    await ask(skipConnectAccounting, {});
    return {};
  },
  RECOLLECT_TAX_RETURNS: async (_, ask) => ({ files: [await uploadSample("tax-returns", ask)] }),
  RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS: (data, ask) => nameOwners(data, ask),
  ADDITIONAL_DOCUMENTS_UPLOAD: async (_, ask) => ({ files: [await uploadSample("additional-documents", ask)] }),
};

/** Sample answers for each step of a co-owner. */
export const coOwnerSamples: { [S in CompletableCoOwnerStep]: (data: CoOwnerScreenData<S>) => object } = {
  START_FLOW: () => ({}),
  COLLECT_PERSONAL_DETAILS: ({ address: kept, ...person }) => ({
    ...person,
    secondaryOwnerPhoneNumber: person.secondaryOwnerPhoneNumber ?? "+14155550136",
    ...orSample(kept),
  }),
  COLLECT_CONSENT: ({ isCreditCheckEnabled }) => ({
    agreeToTermsAndPrivacyPolicy: true,
    ...(isCreditCheckEnabled && { agreeToSoftPull: true }),
  }),
};

/** The sample answer of a co-owner to the request for identity information. */
export const coOwnerIdentitySample = ({ address: kept, ...person }: CoOwnerRequestedInput["person"]) => ({
  personalStepPayload: {
    ...person,
    secondaryOwnerPhoneNumber: person.secondaryOwnerPhoneNumber ?? "+14155550136",
    ...orSample(kept),
  },
  ssn,
});

/** The saved address, with an empty second line if it has none, or the sample address. */
const orSample = (kept: CoOwnerRequestedInput["person"]["address"]) =>
  kept ? { ...kept, addressLineTwo: kept.addressLineTwo ?? "" } : address;

async function linkBank({ achAuthorizationRequired }: ScreenData<"COLLECT_PLAID">, ask: Ask): Promise<void> {
  const { itemIds } = await ask(skipCreateBankItem, {});
  await ask(markBankItemsConnected, { body: { itemIds, achAuthorized: achAuthorizationRequired } });
}

type Owners = ScreenData<"COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS">;
async function nameOwners(data: Owners, ask: Ask): Promise<object> {
  const { isSecondaryOwnerRequired, primaryOwner, secondaryOwners } = data;
  // Beside four co-owners of 20 % there is room for as much.
  const own = { ownershipPercentage: primaryOwner?.ownershipPercentage ?? 20 };
  if (!isSecondaryOwnerRequired || secondaryOwners.length > 0) return own;
  const email = `sam-${Date.now()}@example.com`;
  await ask(createCoOwnerV2, { body: { firstName: "Sam", lastName: "Second", email, ownershipPercentage: 40 } });
  return { ownershipPercentage: 60 };
}

/** A minimal PDF with one empty page. */
const onePage =
  "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF";

/** Uploads the sample PDF like a person and returns the reference that a step accepts. */
async function uploadSample(
  documentType: UploadFolder["folder"],
  ask: Ask,
): Promise<{ fileUrl: string; fileName: string }> {
  const [fileName, type] = ["sample.pdf", "application/pdf"];
  const { files } = await ask(requestDocumentUploads, {
    body: { documentType, files: [{ id: "1", name: fileName, type, size: onePage.length }] },
  });
  const [place] = files;
  if (!place) throw new Error("The server returned no upload URL for a file.");
  const { uploadUrl, downloadUrl } = place.documentUploadUrl;
  const { ok, status } = await fetch(uploadUrl, { method: "PUT", body: onePage, headers: { "content-type": type } });
  if (!ok) throw new Error(`The file store answered ${status}.`);
  await ask(confirmDocumentUpload, { params: { id: place.documentId } });
  return { fileUrl: downloadUrl, fileName };
}
