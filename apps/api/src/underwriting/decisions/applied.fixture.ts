import { randomUUID } from "node:crypto";
import type { PlatformSettings } from "@inlay/contracts/platform-settings.ts";
import { type ProductType, productTypes } from "@inlay/lending/products/product-type.ts";
import { until } from "../../../../../scripts/processes.ts";
import { bankVendor, exchange } from "../../banking/banking.fixture.ts";
import { readTransactions } from "../../banking/public.ts";
import type { TestServer } from "../../http/server.fixture.ts";
import { type Applicant, agree, applicantAtConsent } from "../../onboarding/consents/consent.fixture.ts";
import type { TestSandbox } from "../../providers/sandbox.fixture.ts";
import { pullReport, readVerification, reportSources } from "../public.ts";

export const tenantOf = ({ platform, id }: Applicant) => ({ platformId: platform.id, businessId: id });

type Wishes = {
  products?: readonly ProductType[];
  settings?: Partial<PlatformSettings>;
  /** The user at the sandbox's bank, which selects the history of the account. */
  bankUser?: string;
};

/** An owner with a linked bank who has applied, and whose reports have come. */
export async function applied(
  server: TestServer,
  sandbox: TestSandbox,
  { products = productTypes, settings = {}, bankUser = "user_good" }: Wishes = {},
): Promise<Applicant> {
  const rows = async (text: string, ...values: unknown[]) => (await server.database.admin.query(text, values)).rows;
  const applicant = await applicantAtConsent(server, { products: [...products], settings });
  const tenant = tenantOf(applicant);
  await exchange(applicant, await bankVendor(sandbox).publicToken(applicant.id, bankUser));
  const open = await rows(
    "select id from app.workflow_run where kind = 'read-transactions' and business_id = $1",
    applicant.id,
  );
  for (const { id } of open) await readTransactions(server.app, { ...tenant, id });
  const { status } = await agree(applicant);
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
