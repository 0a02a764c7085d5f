import { expect, type Page } from "@playwright/test";
import type { BankItem } from "../packages/contracts/src/bank.ts";
import { rightAnswers } from "../packages/contracts/src/onboarding/wrong-inputs.fixture.ts";
import { portalUrl as apiUrl, demoUrl, sandboxUrl } from "./addresses.ts";
import { reviewedUser } from "./bank-window.ts";
import { stepUpSession } from "./setup.ts";

type Answered = { status: number; body: Record<string, unknown> };
export type Applicant = {
  ask(method: "GET" | "PUT" | "POST" | "DELETE", path: string, body?: object): Promise<Answered>;
  currentStep(): Promise<string>;
  /** Links a bank without the bank-link window. */
  linkBank(user?: string, institution?: string): Promise<BankItem>;
  /** Uploads a document and returns the reference that a step accepts. */
  upload(folder: "bank-statements" | "tax-returns"): Promise<{ fileUrl: string; fileName: string }>;
  /** The screen data of every step reached so far. */
  everything(): Promise<Record<string, unknown>>;
  /** Answers step after step until this one is the current step. */
  answerUntil(step: string, answers?: Record<string, object>): Promise<void>;
};

/** Calls the API directly as the person signed in on the partner's page, to reach the step that a journey tests. */
export const applicantOf = async (page: Page): Promise<Applicant> =>
  applicantWith(page, await (await page.request.post(`${demoUrl}/financing-session`)).text());

/** Calls the API directly as the person for whom a partner has created a connect token. */
export async function applicantWith(page: Page, connectToken: string): Promise<Applicant> {
  const opened = await page.request.post(`${apiUrl}/api/v1/connect-tokens/exchange`, { data: { connectToken } });
  const { sessionToken } = (await opened.json()) as { sessionToken: string };
  await stepUpSession(sessionToken);
  const ask: Applicant["ask"] = async (method, path, body) => {
    const answer = await page.request.fetch(`${apiUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${sessionToken}` },
      ...(body && { data: body }),
    });
    return { status: answer.status(), body: (await answer.json()) as Record<string, unknown> };
  };
  const currentStep = async () => String((await ask("GET", "/api/v1/workflow")).body["currentStep"]);
  const linkBank: Applicant["linkBank"] = async (user = reviewedUser, institution = "ins_100001") => {
    const { body: business } = await ask("GET", "/api/v1/business");
    const made = await page.request.post(`${sandboxUrl}/plaid/sandbox/public_token/create`, {
      headers: { "plaid-client-id": "sandbox", "plaid-secret": "sandbox" },
      data: {
        institution_id: institution,
        initial_products: ["auth", "transactions"],
        user_id: business["id"],
        options: { override_username: user, webhook: `${apiUrl}/api/vendors/bank-linking/webhooks` },
      },
    });
    const { public_token: publicToken } = (await made.json()) as { public_token: string };
    const { body } = await ask("POST", "/api/v1/plaid/token/exchange", { publicToken, type: "BUSINESS" });
    const { body: listed } = await ask("POST", "/api/v1/plaid/items/mark-as-connected", {
      itemIds: [body["itemId"]],
      achAuthorized: true,
    });
    return (listed["items"] as BankItem[]).at(-1) as BankItem;
  };
  const upload: Applicant["upload"] = async (documentType) => {
    const files = [{ id: "1", name: "paper.pdf", type: "application/pdf", size: sampleDocument.length }];
    const { body } = await ask("POST", "/api/v1/businesses/document-upload-urls", { files, documentType });
    type Place = { documentId: string; documentUploadUrl: { uploadUrl: string; downloadUrl: string } };
    const [place] = body["files"] as Place[];
    if (!place) throw new Error("the response has no upload URL");
    const { uploadUrl, downloadUrl } = place.documentUploadUrl;
    await page.request.put(uploadUrl, { headers: { "content-type": "application/pdf" }, data: sampleDocument });
    await ask("POST", `/api/v1/documents/${place.documentId}/uploaded`);
    const statusOf = async () => (await ask("GET", `/api/v2/servicing/documents/${place.documentId}`)).body["status"];
    await expect.poll(statusOf).toBe("READY");
    return { fileUrl: downloadUrl, fileName: "paper.pdf" };
  };
  const everything = async () => {
    const { body } = await ask("GET", "/api/v1/workflow");
    const names = ["ONBOARDING.START_FLOW", ...(body["steps"] as string[])];
    const reached = names.slice(0, names.indexOf(String(body["currentStep"])) + 1);
    const shown = await Promise.all(
      reached.map(async (name) => [name, (await ask("GET", `/api/v1/step/${name}`)).body]),
    );
    return Object.fromEntries(shown) as Record<string, unknown>;
  };
  return {
    ask,
    currentStep,
    linkBank,
    upload,
    everything,
    answerUntil: async (wanted, answers = {}) => {
      await ask("PUT", "/api/v1/users/roles", { userRoles: ["PRIMARY_OWNER"] });
      for (let step = await currentStep(); step !== wanted; ) {
        const name = step.replace("ONBOARDING.", "") as keyof typeof rightAnswers;
        if (name === "COLLECT_PLAID" && !answers[name]) await linkBank();
        if (name === "COLLECT_BANK_STATEMENTS") answers[name] = { files: [await upload("bank-statements")] };
        const data = answers[name] ?? unique(rightAnswers[name]);
        const answer = await ask("PUT", "/api/v1/completeStep", { completedStep: step, data });
        if (answer.status !== 200) throw new Error(`${step}: ${answer.status} ${JSON.stringify(answer.body)}`);
        step = String(answer.body["currentStep"]);
      }
    },
  };
}

/** A PDF with one empty page. */
export const sampleDocument = Buffer.from(
  "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF",
);

/** Makes the business name and the email address unique. */
const unique = (answer: object): object => {
  const mark = Math.random().toString(36).slice(2, 10);
  return {
    ...answer,
    ...("businessName" in answer && { businessName: `Harbor Bakery ${mark}` }),
    ...("primaryBusinessOwnerEmail" in answer && { primaryBusinessOwnerEmail: `rosa-${mark}@harbor.test` }),
  };
};
