import { rightAnswers } from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { aDay, confirmList, consent, type Model } from "./onboarding-application-model.ts";
import { isChecking, linkBank } from "./onboarding-banks.ts";
import { nameSomebody, primaryShare } from "./onboarding-people.ts";
import { complete, digits, mark, type Walker } from "./onboarding-walker.ts";
import { hold } from "./proof.ts";

/** Answers a step correctly, and keeps in the model what the answer decides. */
export async function answer(walker: Walker, step: string): Promise<void> {
  const data = await answers[step]?.(walker);
  if (!data) throw new Error(`there is no answer for ${step}`);
  const { status, body } = await complete(walker, step, data);
  hold(`${step}: ${JSON.stringify(body).slice(0, 300)}`, status, 200);
  const { model, debts } = walker;
  // The server takes the same answer again for a repeated request, which changes nothing.
  const isRepeated = model.done.has(step) && JSON.stringify(walker.last.get(step)) === JSON.stringify(data);
  model.done.add(step);
  walker.last.set(step, data);
  if (walker.ownersReminder !== "ENDED" && !isRepeated) walker.ownersReminder = model.now + 2 * aDay;
  if (step === "COLLECT_CONSENT") {
    consent(model);
    walker.ownersReminder = "ENDED";
  }
  if ("selectedProducts" in data) model.products = data.selectedProducts as ProductType[];
  if (step === "COLLECT_PLAID") model.providesStatements = "optToProvideBankStatements" in data;
  if ("entityType" in data) keepTax(model, step, data as TaxAnswer);
  if (step === "COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS")
    confirmList(model, (data as { controlPersonId?: string | null }).controlPersonId ?? null);
  if ("debts" in data) {
    const read = (data.debts as object[]).map((debt) => JSON.stringify(debt));
    model.hasDebts = read.length > 0;
    for (const debt of debts.keys()) if (!read.includes(debt)) debts.delete(debt);
    for (const debt of read) if (!debts.has(debt)) debts.set(debt, false);
    if ([...debts.values()].includes(false)) model.done.delete("COLLECT_REFINANCE_OPTIONS");
  }
  if (step === "COLLECT_REFINANCE_OPTIONS") for (const debt of debts.keys()) debts.set(debt, true);
}

type TaxAnswer = { entityType: string; taxReturnFiles?: object[]; accountantEmail?: string; tin?: string };

/** The last answer says where the figures come from: nowhere, tax returns or an accountant. */
function keepTax(model: Model, step: string, { entityType, taxReturnFiles, accountantEmail, tin }: TaxAnswer): void {
  model.isCorporation = entityType === "CORPORATE_TAX";
  if (tin) model.hasEin = true;
  if (accountantEmail) inviteAccountant(model);
  else {
    if (step === "COLLECT_RAILZ") model.accountant = null;
    model.returns = taxReturnFiles?.length ?? 0;
  }
}
export function inviteAccountant(model: Model): void {
  model.accountants++;
  model.accountant = { n: model.accountants, invitedAt: model.now, isWaitedOut: false };
}

const answers: Record<string, (walker: Walker) => Promise<object>> = {
  START_FLOW: async ({ platform, random }) =>
    platform.settings.prequalEnabled
      ? {
          creditScoreGreaterThan: random() < 0.5,
          businessesGreaterThan: random() < 0.5,
          averageBusinessesCashBalanceGreaterThan: random() < 0.5,
        }
      : {},
  SELECT_PRODUCTS: async ({ platform, random }) => {
    const { platformEnabledProducts: all } = platform.settings;
    // Alone this product has a shorter path, which a random choice would seldom select.
    if (all.includes("INTEGRATED_MCA") && random() < 0.3) return { selectedProducts: ["INTEGRATED_MCA"] };
    const some = all.filter(() => random() < 0.5);
    return { selectedProducts: some.length > 0 ? some : [all[0]] };
  },
  COLLECT_PERSONAL_DETAILS: async (walker) => ({
    ...rightAnswers.COLLECT_PERSONAL_DETAILS,
    primaryBusinessOwnerEmail: `${mark(walker)}@harbor.test`,
  }),
  COLLECT_BUSINESS_DETAILS: async (walker) => ({
    ...rightAnswers.COLLECT_BUSINESS_DETAILS,
    businessName: `Harbor ${mark(walker)}`,
  }),
  COLLECT_PLAID: async (walker) => {
    const isLinked = walker.model.banks.some((bank) => isChecking(bank));
    if (!isLinked && walker.random() < 0.3) return { optToProvideBankStatements: true };
    await linkBank(walker);
    return {};
  },
  COLLECT_BANK_STATEMENTS: async (walker) => ({ files: [await upload(walker, "bank-statements")] }),
  COLLECT_BANK_INFO: async (walker) => bankInfo(walker),
  COLLECT_RAILZ: async (walker) => taxAnswer(walker, true),
  COLLECT_BUSINESS_TAX: async (walker) => taxAnswer(walker, false),
  COLLECT_EXISTING_DEBT: async (walker) => {
    const [debt] = rightAnswers.COLLECT_EXISTING_DEBT.debts;
    const count = Math.floor(walker.random() * 3);
    return { debts: Array.from({ length: count }, () => ({ ...debt, description: `Lease ${mark(walker)}` })) };
  },
  COLLECT_REFINANCE_OPTIONS: async ({ person, random }) => {
    const { body } = await person.ask("GET", "/api/v1/step/ONBOARDING.COLLECT_REFINANCE_OPTIONS");
    const { debts } = body["existingData"] as { debts: { id: string }[] };
    return { refinanceOptions: debts.map(({ id }) => ({ existingDebtId: id, refinanceRequested: random() < 0.5 })) };
  },
  COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS: async (walker) => {
    const { model, random } = walker;
    while (model.coOwners.length < 2 && random() < 0.5) await nameSomebody(walker);
    const owner = model.coOwners.find(() => random() < 0.3);
    return { ownershipPercentage: primaryShare, controlPersonId: owner?.id ?? null };
  },
  COLLECT_CONSENT: async () => rightAnswers.COLLECT_CONSENT,
};

export const bankInfo = (walker: Walker): object => ({
  ...rightAnswers.COLLECT_BANK_INFO,
  accountNumber: digits(walker, 10),
});

async function taxAnswer(walker: Walker, mayAskAccountant: boolean): Promise<object> {
  const { random } = walker;
  if (random() < 0.4) return { entityType: "PASS_THROUGH", ssn: `9000${digits(walker, 5)}`, taxReturnFiles: [] };
  const entity = { entityType: "CORPORATE_TAX", tin: `12${digits(walker, 7)}` };
  if (!mayAskAccountant || random() < 0.5) return { ...entity, taxReturnFiles: [await upload(walker, "tax-returns")] };
  return { ...entity, ...accountant(walker) };
}
export const accountant = (walker: Walker): object => {
  const { accountantFirstName, accountantLastName } = rightAnswers.COLLECT_RAILZ;
  return { accountantFirstName, accountantLastName, accountantEmail: `${mark(walker)}@quist.test` };
};

export async function upload({ person }: Walker, folder: "bank-statements" | "tax-returns"): Promise<object> {
  const contents = "%PDF-1.4\n%%EOF\n";
  const files = [{ id: "1", name: "document.pdf", type: "application/pdf", size: contents.length }];
  const asked = await (folder === "tax-returns"
    ? person.ask("POST", "/api/v1/tax-returns/signed-urls", { files })
    : person.ask("POST", "/api/v1/businesses/document-upload-urls", { files, documentType: folder }));
  hold("an upload URL for a document", asked.status, 200);
  const [place] = asked.body["files"] as {
    documentId: string;
    documentUploadUrl: { uploadUrl: string; downloadUrl: string };
  }[];
  if (!place) throw new Error("no upload URL for a document");
  const headers = { "content-type": "application/pdf" };
  const put = await fetch(place.documentUploadUrl.uploadUrl, { method: "PUT", headers, body: contents });
  hold("a document is uploaded", put.status, 200);
  hold(
    "the upload is confirmed",
    (await person.ask("POST", `/api/v1/documents/${place.documentId}/uploaded`)).status,
    200,
  );
  return { fileUrl: place.documentUploadUrl.downloadUrl, fileName: "document.pdf" };
}
