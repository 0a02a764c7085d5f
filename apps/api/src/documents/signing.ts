import { createHash } from "node:crypto";
import type { Event, EventKind } from "@inlay/contracts/events/catalog.ts";
import { type SigningStatus, signingLifecycle } from "@inlay/lending/documents/signing.ts";
import { type Cents, cents } from "@inlay/lending/money/cents.ts";
import { type RawBuilder, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { AppContext } from "../context.ts";
import { type Actor, record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import type { Place, RenderedDocument } from "../providers/document-renderer/port.ts";
import type { Signer } from "../providers/e-sign/port.ts";
import type { CleanKey } from "../providers/files/port.ts";
import { startWorkflow } from "../workflows/public.ts";

/** The offer that a document is about, at the amount that was chosen. The database refuses what comes before its disclosure. */
export type SigningSubject = { offerId: string; amountCents: Cents } & (
  | { kind: "DISCLOSURE"; disclosureId: string }
  | { kind: "AGREEMENT"; disclosureId: null }
);

export type NewSigning = {
  platformId: string;
  businessId: string;
  /** The subject of the signing. A second order with the same reference returns the same signing. */
  reference: string;
  name: string;
  document: Pick<RenderedDocument, "pdf" | "sha256" | "places">;
  signers: readonly Signer[];
  subject?: SigningSubject;
};

/** A signing whose file is already stored, so it can be ordered inside a transaction without external calls. */
export type PreparedSigning = Omit<NewSigning, "document"> & { id: string; sha256: string; places: readonly Place[] };

export type Signing = {
  id: string;
  platformId: string;
  businessId: string;
  name: string;
  status: SigningStatus;
  vendorDocumentId: string | null;
  originalSha256: Buffer;
  places: Place[];
};

const pdfType = "application/pdf";
type Tenant = Pick<Signing, "platformId" | "businessId" | "id">;
const keyOf = ({ platformId, businessId, id }: Tenant, which: "original" | "signed"): CleanKey =>
  `clean/${platformId}/${businessId}/${id}-${which}`;
export const originalKeyOf = (signing: Tenant) => keyOf(signing, "original");
export const signedKeyOf = (signing: Tenant) => keyOf(signing, "signed");

export const saveFile = (app: AppContext, key: CleanKey, pdf: Buffer): Promise<void> =>
  app.files.put(key, pdf, pdfType);
export const sha256Of = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest();

/** Stores the file, so that the transaction does not wait for the store. */
export async function prepareOrder(app: AppContext, { document, ...order }: NewSigning): Promise<PreparedSigning> {
  const signing = { ...order, id: uuidv7(), sha256: document.sha256, places: document.places };
  await saveFile(app, originalKeyOf(signing), document.pdf);
  return signing;
}

/** Inserts the signing in the caller's transaction and starts the workflow that sends it. Returns its id, or that of the existing one. */
export async function orderSigning(tx: Tx, signing: PreparedSigning, by: Actor): Promise<string> {
  const { id, platformId, businessId, reference, name, sha256, places, signers, subject } = signing;
  const tenant = { platform_id: platformId, business_id: businessId };
  const ordered = await tx
    .insertInto("signing")
    .values({
      id,
      ...tenant,
      reference,
      name,
      status: signingLifecycle.begin("ORDERED"),
      original_sha256: Buffer.from(sha256, "hex"),
      places: JSON.stringify(places),
      kind: subject?.kind ?? null,
      offer_id: subject?.offerId ?? null,
      amount_cents: subject?.amountCents ?? null,
      disclosure_id: subject?.disclosureId ?? null,
      // The time of the transaction may be earlier than a signature that it waited for.
      created_at: sql<Date>`clock_timestamp()`,
    })
    .onConflict((conflict) => conflict.columns(["business_id", "reference"]).doNothing())
    .executeTakeFirst();
  if (ordered.numInsertedOrUpdatedRows !== 1n) {
    const there = tx.selectFrom("signing").select("id").where("business_id", "=", businessId);
    return (await there.where("reference", "=", reference).executeTakeFirstOrThrow()).id;
  }
  await tx
    .insertInto("signing_signer")
    .values(
      signers.map(({ signerId, firstName, lastName, email, order }) => ({
        signing_id: id,
        ...tenant,
        signer_id: signerId,
        first_name: firstName,
        last_name: lastName,
        email,
        signing_order: order,
      })),
    )
    .execute();
  await startWorkflow(tx, "prepare-signing", { platformId, businessId, id });
  await record(tx, {
    platformId,
    businessId,
    kind: "signing.ordered",
    action: "signing.order",
    body: { signingId: id, sha256, signers: signers.length },
    object: { kind: "signing", id },
    actor: by,
    requestId: null,
  });
  return id;
}

/** Returns the signing, locked until the transaction ends if `lock` is set. */
export async function findSigning(tx: Tx, id: string, lock = false): Promise<Signing | null> {
  const query = tx
    .selectFrom("signing")
    .select([
      ...(["id", "platform_id as platformId", "business_id as businessId", "name", "status", "places"] as const),
      ...(["vendor_document_id as vendorDocumentId", "original_sha256 as originalSha256"] as const),
    ])
    .where("id", "=", id);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row ? (row as unknown as Signing) : null;
}

/** A signing of a disclosure or an agreement of an offer. */
export type OfferSigning = {
  id: string;
  kind: SigningSubject["kind"];
  disclosureId: string | null;
  amountCents: Cents;
  status: SigningStatus;
  orderedAt: Date;
  /** When the primary owner signed. */
  signedAt: Date | null;
};

/** The signer who is the primary owner. */
export const primarySigner = "primary";

/** Every signing of an offer, the ended ones too, in the order of the orders. */
export async function signingsOfOffer(tx: Tx, offerId: string): Promise<OfferSigning[]> {
  const rows = await tx
    .selectFrom("signing as s")
    .leftJoin("signing_signer as p", (join) =>
      join.onRef("p.signing_id", "=", "s.id").on("p.signer_id", "=", primarySigner),
    )
    .select(["s.id", "s.kind", "s.disclosure_id", "s.amount_cents", "s.status", "s.created_at", "p.completed_at"])
    .where("s.offer_id", "=", offerId)
    .orderBy("s.id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as OfferSigning["kind"],
    disclosureId: row.disclosure_id,
    amountCents: cents(Number(row.amount_cents)),
    status: row.status as SigningStatus,
    orderedAt: row.created_at,
    signedAt: row.completed_at,
  }));
}

/** A person who signs a document, and whether they have. */
export type SigningRecipient = {
  signerId: string;
  firstName: string;
  lastName: string;
  email: string;
  hasCompleted: boolean;
};

/** The signers of a document in their order. */
export async function signersOf(tx: Tx, signingId: string): Promise<SigningRecipient[]> {
  const rows = await tx
    .selectFrom("signing_signer")
    .select(["signer_id", "first_name", "last_name", "email", "completed_at"])
    .where("signing_id", "=", signingId)
    .orderBy("signing_order")
    .orderBy("signer_id")
    .execute();
  return rows.map((row) => ({
    signerId: row.signer_id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    hasCompleted: row.completed_at !== null,
  }));
}

type SigningEvent = (typeof signingLifecycle.events)[number];
type Change = { vendor_document_id?: string; signed_sha256?: Buffer; next_action_at?: RawBuilder<Date> };

/** Moves a locked signing along its lifecycle, if the lifecycle allows the event, and records the event and the audit row. */
export async function moveSigning(tx: Tx, signing: Signing, event: SigningEvent, change: Change = {}): Promise<void> {
  const { id, platformId, businessId, status: before } = signing;
  const status = signingLifecycle.next(before, event);
  const over = signingLifecycle.isOver(status) ? { next_action_at: null } : {};
  await tx
    .updateTable("signing")
    .set({ status, ...change, ...over })
    .where("id", "=", id)
    .execute();
  await record(tx, {
    platformId,
    businessId,
    ...eventOf(id, status, change.signed_sha256),
    action: "signing.move",
    object: { kind: "signing", id },
    before: { status: before },
    after: { status },
    actor: { kind: "SYSTEM", id: null },
    requestId: null,
  });
}

/** Saves that a signer of a locked signing has signed. The first time is kept. */
export async function completeSigner(
  tx: Tx,
  { id, platformId, businessId }: Signing,
  signerId: string,
  completedAt: Date,
): Promise<void> {
  const completed = await tx
    .updateTable("signing_signer")
    .set({ completed_at: completedAt })
    .where("signing_id", "=", id)
    .where("signer_id", "=", signerId)
    .where("completed_at", "is", null)
    .executeTakeFirst();
  if (completed.numUpdatedRows === 0n) return;
  const signer = signerId === primarySigner ? "PRIMARY_OWNER" : "CO_OWNER";
  await record(tx, {
    platformId,
    businessId,
    kind: "signing.signer_completed",
    action: "signing.complete-signer",
    body: { signingId: id, signer },
    object: { kind: "signing", id },
    after: { signer },
    actor: { kind: "SYSTEM", id: null },
    requestId: null,
  });
}

const kinds = {
  SENT: "signing.sent",
  VIEWED: "signing.viewed",
  DECLINED: "signing.declined",
  VOIDED: "signing.voided",
  FAILED: "signing.failed",
} as const satisfies Record<Exclude<SigningStatus, "PREPARING" | "COMPLETED">, EventKind>;

function eventOf(signingId: string, status: SigningStatus, signed: Buffer | undefined): Event {
  if (status === "COMPLETED") {
    if (!signed) throw new Error("a completed signing must have the hash of the signed document");
    return { kind: "signing.completed", body: { signingId, sha256: signed.toString("hex") } };
  }
  if (status === "PREPARING") throw new Error("no move leads to the beginning of a signing");
  return { kind: kinds[status], body: { signingId } };
}

/** The business's time plus the given hours. */
export const inHours = (businessId: string, hours: number): RawBuilder<Date> =>
  sql<Date>`app.business_now(${businessId}::uuid) + make_interval(hours => ${hours})`;
