import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { sql } from "kysely";
import type { Tx } from "../db/scope.ts";

export type CapitalProviderId = "CONCAR_SPV_1" | "EQUITY";

export type CapitalRequest = {
  platformId: string;
  businessId: string;
  applicationId: string;
  product: ProductType;
  state: string;
  /** The first two digits of the industry code, or `unknown`. */
  industry: string;
  amountCents: number;
};

/** Why a provider does not fund an application. */
export type WhyNotFunded =
  | "PRODUCT"
  | "STATE"
  | "AMOUNT"
  | "HEADROOM"
  | "PLATFORM_CONCENTRATION"
  | "INDUSTRY_CONCENTRATION";

export type Assignment =
  | { provider: CapitalProviderId; refusals: null }
  | { provider: null; refusals: { provider: CapitalProviderId; why: WhyNotFunded }[] };

/** Which providers are asked. One that consented in writing also funds beyond its shares per platform and industry. */
export type ProviderChoice = { only: CapitalProviderId | null; consented: readonly CapitalProviderId[] };
export const anyProvider: ProviderChoice = { only: null, consented: [] };

type Provider = {
  id: CapitalProviderId;
  products: string[];
  states: string[] | null;
  min_cents: number;
  max_cents: number;
};

/**
 * Reserves the amount with the first provider that funds such applications and has room for it. Each reservation is one conditional update
 * of the provider's row, which concurrent applications wait for, so that the capacity is never exceeded.
 */
export async function assignCapital(
  tx: Tx,
  request: CapitalRequest,
  { only, consented }: ProviderChoice = anyProvider,
): Promise<Assignment> {
  const providers = (await tx
    .selectFrom("capital_provider")
    .select(["id", "products", "states", "min_cents", "max_cents"])
    .orderBy("position")
    .execute()) as Provider[];
  const refusals: { provider: CapitalProviderId; why: WhyNotFunded }[] = [];
  for (const provider of providers) {
    if (only && provider.id !== only) continue;
    const hasConsented = consented.includes(provider.id);
    const why = whyNotInBox(provider, request) ?? (await whyNotReserved(tx, provider.id, request, hasConsented));
    if (!why) return { provider: provider.id, refusals: null };
    refusals.push({ provider: provider.id, why });
  }
  return { provider: null, refusals };
}

function whyNotInBox(provider: Provider, { product, state, amountCents }: CapitalRequest): WhyNotFunded | null {
  if (!provider.products.includes(product)) return "PRODUCT";
  if (provider.states && !provider.states.includes(state)) return "STATE";
  return amountCents < provider.min_cents || amountCents > provider.max_cents ? "AMOUNT" : null;
}

/** Reserves the amount, or says which limit it would exceed and reserves nothing. */
async function whyNotReserved(
  tx: Tx,
  providerId: CapitalProviderId,
  { platformId, businessId, applicationId, industry, amountCents }: CapitalRequest,
  hasConsented: boolean,
): Promise<WhyNotFunded | null> {
  const why = await whyNotRaised(tx, { providerId, platformId, industry }, amountCents, hasConsented);
  if (why) return why;
  await tx
    .insertInto("capital_reservation")
    .values({
      platform_id: platformId,
      business_id: businessId,
      application_id: applicationId,
      provider_id: providerId,
      industry,
      amount_cents: amountCents,
    })
    .execute();
  return null;
}

type Limits = { providerId: CapitalProviderId; platformId: string; industry: string };

/** Counts the amount towards the provider's capacity and shares, or says which limit it would exceed and counts nothing. */
async function whyNotRaised(
  tx: Tx,
  { providerId, platformId, industry }: Limits,
  amountCents: number,
  hasConsented: boolean,
): Promise<WhyNotFunded | null> {
  // The update locks the provider's row until the transaction ends, so the two shares below are counted one after the other.
  const raised = await tx
    .updateTable("capital_provider")
    .set({ reserved_cents: sql<number>`reserved_cents + ${amountCents}` })
    .where("id", "=", providerId)
    .where(sql<boolean>`reserved_cents + ${amountCents} <= capacity_cents`)
    .returning(["capacity_cents", "max_platform_basis_points", "max_industry_basis_points"])
    .executeTakeFirst();
  if (!raised) return "HEADROOM";
  const shares = [
    { kind: "PLATFORM", key: platformId, basisPoints: raised.max_platform_basis_points },
    { kind: "INDUSTRY", key: industry, basisPoints: raised.max_industry_basis_points },
  ] as const;
  for (const { kind, key, basisPoints } of shares) {
    const { rows } = await sql<{ reserved_cents: number }>`
      select reserved_cents from app.capital_concentration
      where provider_id = ${providerId} and kind = ${kind} and key = ${key}`.execute(tx);
    const share = BigInt(Number(raised.capacity_cents)) * BigInt(basisPoints);
    if (!hasConsented && BigInt(Number(rows[0]?.reserved_cents ?? 0) + amountCents) * 10_000n > share) {
      await lower(tx, providerId, amountCents);
      return `${kind}_CONCENTRATION`;
    }
  }
  for (const { kind, key } of shares) await addToShare(tx, providerId, kind, key, amountCents);
  return null;
}

const lower = (tx: Tx, providerId: string, amountCents: number) =>
  tx
    .updateTable("capital_provider")
    .set({ reserved_cents: sql<number>`reserved_cents - ${amountCents}` })
    .where("id", "=", providerId)
    .execute();

const addToShare = (tx: Tx, providerId: string, kind: string, key: string, amountCents: number) =>
  sql`insert into app.capital_concentration (provider_id, kind, key, reserved_cents)
    values (${providerId}, ${kind}, ${key}, ${amountCents})
    on conflict (provider_id, kind, key) do update
      set reserved_cents = capital_concentration.reserved_cents + excluded.reserved_cents`.execute(tx);

const takeFromShare = (tx: Tx, providerId: string, kind: string, key: string, amountCents: number) =>
  sql`update app.capital_concentration set reserved_cents = reserved_cents - ${amountCents}
    where provider_id = ${providerId} and kind = ${kind} and key = ${key}`.execute(tx);

/** The amount that is reserved for an application and not used yet. Null: nothing is. */
export async function reservedFor(tx: Tx, applicationId: string): Promise<number | null> {
  const reserved = await tx
    .selectFrom("capital_reservation")
    .select("amount_cents")
    .where("application_id", "=", applicationId)
    .where("released_at", "is", null)
    .where("issued_product_id", "is", null)
    .executeTakeFirst();
  return reserved ? Number(reserved.amount_cents) : null;
}

/**
 * Uses the reservation of an application for the product that was issued. The amount counts towards the provider's limits as before, now as
 * lent. Returns whether there was a reservation that nothing had used.
 */
export async function lendReserved(tx: Tx, applicationId: string, issuedProductId: string): Promise<boolean> {
  const used = await tx
    .updateTable("capital_reservation")
    .set({ issued_product_id: issuedProductId })
    .where("application_id", "=", applicationId)
    .where("released_at", "is", null)
    .where("issued_product_id", "is", null)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

/** Gives back what was lent by a product of which nothing is owed and nothing will be. */
export async function releaseExposure(tx: Tx, issuedProductId: string): Promise<void> {
  const released = await tx
    .updateTable("capital_reservation")
    .set({ released_at: new Date() })
    .where("issued_product_id", "=", issuedProductId)
    .where("released_at", "is", null)
    .returning(["provider_id", "platform_id", "industry", "amount_cents"])
    .executeTakeFirst();
  if (released) await giveBack(tx, released, released.amount_cents);
}

/** Gives the reserved amount of an application back to its provider. It has no effect without a reservation, or after it was used. */
export async function releaseCapital(tx: Tx, applicationId: string): Promise<void> {
  const released = await tx
    .updateTable("capital_reservation")
    .set({ released_at: new Date() })
    .where("application_id", "=", applicationId)
    .where("released_at", "is", null)
    .where("issued_product_id", "is", null)
    .returning(["provider_id", "platform_id", "industry", "amount_cents"])
    .executeTakeFirst();
  if (released) await giveBack(tx, released, released.amount_cents);
}

type Reserved = { provider_id: string; platform_id: string; industry: string };

async function giveBack(tx: Tx, { provider_id, platform_id, industry }: Reserved, amountCents: number): Promise<void> {
  await lower(tx, provider_id, amountCents);
  await takeFromShare(tx, provider_id, "PLATFORM", platform_id, amountCents);
  await takeFromShare(tx, provider_id, "INDUSTRY", industry, amountCents);
}

/**
 * Changes the reserved amount of an application, and returns whether it is reserved now. A smaller amount always is; a larger one only
 * within the limits of the provider, and otherwise nothing changes.
 */
export async function resizeReservation(
  tx: Tx,
  applicationId: string,
  amountCents: number,
  consented: readonly CapitalProviderId[],
): Promise<boolean> {
  const reserved = await tx
    .selectFrom("capital_reservation")
    .select(["id", "provider_id", "platform_id", "industry", "amount_cents"])
    .where("application_id", "=", applicationId)
    .where("released_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!reserved) return false;
  const providerId = reserved.provider_id as CapitalProviderId;
  const moreCents = amountCents - Number(reserved.amount_cents);
  if (moreCents < 0) await giveBack(tx, reserved, -moreCents);
  if (moreCents > 0) {
    const limits = { providerId, platformId: reserved.platform_id, industry: reserved.industry };
    if (await whyNotRaised(tx, limits, moreCents, consented.includes(providerId))) return false;
  }
  await tx
    .updateTable("capital_reservation")
    .set({ amount_cents: amountCents })
    .where("id", "=", reserved.id)
    .execute();
  return true;
}
