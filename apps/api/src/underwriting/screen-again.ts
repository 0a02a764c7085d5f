import type { Party } from "@inlay/lending/payments/why-not-submit-payment.ts";
import type { RegularJob } from "../clock/public.ts";
import type { AppContext } from "../context.ts";
import { inNoScope, inScope, scopeOf, statement, type Tx } from "../db/scope.ts";
import { ListUnavailable } from "../providers/sanctions/port.ts";
import { clearAccountHolders, type ScreeningSubject, screenName } from "./sanctions.ts";

type Tenant = { platformId: string; businessId: string | null };

/** The account that a payout goes to. */
type PaidAccount = { id: string; party: Party; holderName: string; holder: "BUSINESS" | "PERSON" };

/** Screens the business and all its owners. Running it again only adds another screening. */
export async function screenApplicants(app: AppContext, tenant: Tenant): Promise<boolean> {
  return screenAll(app, tenant, await inScope(app.pool, scopeOf(tenant), (tx) => applicantsOf(tx, tenant)));
}

/**
 * Screens everybody whom a payout reaches, against the list as it is now. Returns whether money may go out. Without a list nobody is clear.
 */
export async function screenForPayout(app: AppContext, tenant: Tenant, account: PaidAccount): Promise<boolean> {
  const applicants = await inScope(app.pool, scopeOf(tenant), (tx) => applicantsOf(tx, tenant));
  const subjects = account.party === "BUSINESS" ? applicants : [...applicants, holderOf(tenant, account)];
  return screenAll(app, tenant, subjects).catch((error: unknown) => {
    if (error instanceof ListUnavailable) return false;
    throw error;
  });
}

const everyTenMinutesMs = 600_000;
const mostTenantsARun = 500;

/** Screens everybody again when the list has changed. A run takes a part, so that it ends; a list that all are screened against is noted. */
export const screenAgainstNewList: RegularJob = {
  name: "sanctions.screen-again",
  everyMs: everyTenMinutesMs,
  run: async (app) => {
    const list = Buffer.from((await app.sanctions.version()).sha256, "hex");
    const tenants = await inNoScope(app.pool, (tx) =>
      statement<Tenant>(
        tx,
        `select platform_id as "platformId", business_id as "businessId" from app.list_to_screen_again($1, $2)`,
        [list, mostTenantsARun],
      ),
    );
    for (const tenant of tenants) {
      const subjects = await inScope(app.pool, scopeOf(tenant), async (tx) => [
        ...(await applicantsOf(tx, tenant)),
        ...(await otherHoldersOf(tx, tenant)),
      ]);
      await screenAll(app, tenant, subjects);
    }
    if (tenants.length < mostTenantsARun)
      await inNoScope(app.pool, (tx) =>
        tx
          .insertInto("sanctions_list")
          .values({ sha256: list })
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      );
  },
};

async function screenAll(app: AppContext, tenant: Tenant, subjects: readonly ScreeningSubject[]): Promise<boolean> {
  const by = { actor: { kind: "SYSTEM", id: null }, requestId: null } as const;
  let isClear = true;
  for (const subject of subjects) {
    const screened = await inScope(app.pool, scopeOf(tenant), await screenName(app, subject, by));
    isClear &&= screened.isClear;
  }
  await inScope(app.pool, scopeOf(tenant), (tx) => clearAccountHolders(tx, tenant.businessId));
  return isClear;
}

/** The business and its owners, by the names that are on file now. */
async function applicantsOf(tx: Tx, { platformId, businessId }: Tenant): Promise<ScreeningSubject[]> {
  if (!businessId) return [];
  const tenant = { platformId, businessId };
  const business = await tx.selectFrom("business").select("name").where("id", "=", businessId).executeTakeFirst();
  const owners = await tx
    .selectFrom("business_owner")
    .select(["id", "first_name as firstName", "last_name as lastName"])
    .where("business_id", "=", businessId)
    .where("removed_at", "is", null)
    .orderBy("id")
    .execute();
  const named = business?.name;
  return [
    ...(named
      ? [{ ...tenant, kind: "BUSINESS" as const, id: businessId, name: { name: named, kind: "BUSINESS" as const } }]
      : []),
    ...owners.map(({ id, firstName, lastName }) => ({
      ...tenant,
      kind: "PERSON" as const,
      id,
      name: { name: `${firstName} ${lastName}`, kind: "PERSON" as const },
    })),
  ];
}

/** The holders of the accounts of payees, creditors and the platform. */
async function otherHoldersOf(tx: Tx, tenant: Tenant): Promise<ScreeningSubject[]> {
  const accounts = await tx
    .selectFrom("bank_account")
    .select(["id", "party", "holder_name as holderName", "holder"])
    .where("platform_id", "=", tenant.platformId)
    .where("business_id", "is not distinct from", tenant.businessId)
    .where("party", "<>", "BUSINESS")
    .where("removed_at", "is", null)
    .orderBy("id")
    .execute();
  return accounts.map(({ id, party, holderName, holder }) =>
    holderOf(tenant, {
      id,
      party: party as Party,
      holderName: holderName ?? "",
      holder: holder === "PERSONAL" ? "PERSON" : "BUSINESS",
    }),
  );
}

const holderOf = (tenant: Tenant, { id, party, holderName, holder }: PaidAccount): ScreeningSubject => ({
  platformId: tenant.platformId,
  businessId: tenant.businessId,
  kind: party === "PLATFORM" ? "PLATFORM" : "PAYEE",
  id,
  name: { name: holderName, kind: holder },
});
