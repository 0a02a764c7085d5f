import { randomUUID } from "node:crypto";
import type { PlatformSettings } from "@inlay/contracts/platform-settings.ts";
import { type ProductType, productTypes } from "@inlay/lending/products/product-type.ts";
import { noRulings } from "@inlay/lending/underwriting/decide.ts";
import { firstPolicy } from "@inlay/lending/underwriting/policy/first-policy.ts";
import pg from "pg";
import { inject } from "vitest";
import { until } from "../../../../../scripts/processes.ts";
import { bankVendor, exchange } from "../../banking/banking.fixture.ts";
import { readBalances, readTransactions } from "../../banking/public.ts";
import { inScope } from "../../db/scope.ts";
import type { TestPlatform, TestServer } from "../../http/server.fixture.ts";
import { type Applicant, agree, applicantAtConsent } from "../../onboarding/consents/consent.fixture.ts";
import type { TestSandbox } from "../../providers/sandbox.fixture.ts";
import { pullReport, readVerification, reportSources } from "../public.ts";
import { type ApplicationToDecide, decideOn, encryptRun, freeze, saveRun } from "./decisions.ts";
import { readFacts } from "./read-facts.ts";

export const tenantOf = ({ platform, id }: Applicant) => ({ platformId: platform.id, businessId: id });

type Wishes = {
  platform?: TestPlatform;
  products?: readonly ProductType[];
  settings?: Partial<PlatformSettings>;
  /** The user at the sandbox's bank, which selects the history of the account. */
  bankUser?: string;
  /** What the owner states otherwise than in the example. */
  statement?: { amountRequestedCents?: number };
};

/** An owner with a linked bank who has applied, and whose reports have come. */
export async function applied(
  server: TestServer,
  sandbox: TestSandbox,
  { platform, products = productTypes, settings = {}, bankUser = "user_good", statement = {} }: Wishes = {},
): Promise<Applicant> {
  const rows = async (text: string, ...values: unknown[]) => (await server.database.admin.query(text, values)).rows;
  const applicant = await applicantAtConsent(server, {
    products: [...products],
    settings,
    ...(platform && { platform }),
  });
  const tenant = tenantOf(applicant);
  await exchange(applicant, await bankVendor(sandbox).publicToken(applicant.id, bankUser));
  const open = await rows(
    "select id from app.workflow_run where kind = 'read-transactions' and business_id = $1",
    applicant.id,
  );
  for (const { id } of open) await readTransactions(server.app, { ...tenant, id });
  const { status } = await agree(applicant, statement);
  if (status !== 200) throw new Error(`the consent was answered with ${status}`);
  const [round] = await rows("select distinct round_id as id from app.report where business_id = $1", applicant.id);
  for (const source of reportSources) await pullReport(server.app, { ...tenant, id: round.id }, source);
  await until("the business is verified", async () => {
    await readVerification(server.app, { ...tenant, id: randomUUID() });
    const verified =
      "select from app.report where business_id = $1 and source = 'BUSINESS_VERIFICATION' and outcome = 'FOUND'";
    return (await rows(verified, applicant.id)).length > 0;
  });
  return applicant;
}

/** The facts about an applicant, with the balances of now. */
export async function factsAbout(server: TestServer, applicant: Applicant) {
  const balances = await readBalances(server.app, tenantOf(applicant));
  return inScope(server.app.pool, tenantOf(applicant), (tx) => readFacts(tx, tenantOf(applicant), balances));
}

/** Decides about an application for a term loan by the first policy and saves the decision. */
export async function decidedAbout(server: TestServer, applicant: Applicant) {
  const { app } = server;
  const tenant = tenantOf(applicant);
  const facts = await factsAbout(server, applicant);
  const snapshot = await freeze(app, tenant, facts);
  if (!snapshot) throw new Error("a key was destroyed");
  const { rows } = await server.database.admin.query<ApplicationToDecide>(
    "select id, product, status, 1 as round from app.loan_application where business_id = $1 and product = 'TERM_LOAN'",
    [applicant.id],
  );
  const [application] = rows;
  if (!application) throw new Error("there is no application for a term loan");
  const run = await encryptRun(snapshot.keys, decideOn(facts, "TERM_LOAN", firstPolicy), noRulings);
  await inScope(app.pool, tenant, (tx) => saveRun(tx, tenant, application, snapshot, run));
  return { facts, snapshot, run, tenant, application };
}

/** Destroys the key of a business, or that of one of its owners, in the key store. */
export async function destroyKey(businessId: string, personId: string | null): Promise<void> {
  const url = new URL(inject("postgresUrl"));
  url.pathname = new URL(inject("keyStore").KEY_STORE_URL).pathname;
  const keyStore = new pg.Client({ connectionString: url.href });
  await keyStore.connect();
  try {
    await keyStore.query(
      `update keys.data_key set wrapped = null, master_key_id = null, destroyed_at = now(), destroyed_because = 'test'
       where business_id = $1 and person_id is not distinct from $2`,
      [businessId, personId],
    );
  } finally {
    await keyStore.end();
  }
}
