import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { type InvoiceState, invoiceLifecycle } from "@inlay/lending/mechanics/invoices/invoice.ts";
import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import { type DrawRequestState, drawRequestLifecycle } from "@inlay/lending/products/line-of-credit/draw-request.ts";
import type { Tx } from "../db/scope.ts";
import { bill } from "./bill-product.ts";
import { saveInvoiceState } from "./invoice.ts";
import { functionsOf, type IssuedProduct, readIssued } from "./issued-product.ts";
import { saveChange } from "./save-change.ts";
import { changeStatus, saveDrawState } from "./states.ts";
import { writeOffOwed } from "./write-off.ts";

/**
 * A locked product enters default: what accrued until the day is billed and nothing afterwards. Its open draws and late invoices default
 * with it. Whether it may is decided by the caller (`whyNotDefault`).
 */
export async function defaultProduct(tx: Tx, product: IssuedProduct, now: Date): Promise<void> {
  const { id, productType } = product;
  const today = dateAt(now);
  const change = functionsOf(productType).default(await readIssued(tx, product), today);
  await saveChange(tx, product, change, {
    key: `product/${id}/defaulted/${now.getTime()}`,
    type: "issued product",
    id,
    paymentOrderId: null,
    occurredOn: today,
  });
  await changeStatus(tx, product, "DEFAULTED");
  await moveDraws(tx, product, "DEFAULTED");
  await defaultInvoices(tx, product);
}

/**
 * A locked product leaves its default, and accrues as if it had never been in it: what fell due meanwhile is billed. Whether it may is decided
 * by the caller (`whyNotReinstate`).
 */
export async function reinstateProduct(tx: Tx, product: IssuedProduct, now: Date): Promise<void> {
  await changeStatus(tx, product, "REINSTATED");
  await moveDraws(tx, { ...product, loanStatus: "CURRENT" }, "REINSTATED");
  await bill(tx, { ...product, loanStatus: "CURRENT" }, dateAt(now));
}

/** The draws of a line enter and leave default with it. */
async function moveDraws(tx: Tx, product: IssuedProduct, event: "DEFAULTED" | "REINSTATED"): Promise<void> {
  const rows = await tx
    .selectFrom("draw")
    .select(["id", "state"])
    .where("issued_product_id", "=", product.id)
    .orderBy("id")
    .execute();
  for (const { id, state } of rows) {
    const before = state as DrawRequestState;
    if (drawRequestLifecycle.allows(before, event))
      await saveDrawState(tx, product, id, before, drawRequestLifecycle.next(before, event));
  }
}

async function defaultInvoices(tx: Tx, product: IssuedProduct): Promise<void> {
  const rows = await tx
    .selectFrom("invoice")
    .select(["id", "state"])
    .where("issued_product_id", "=", product.id)
    .orderBy("id")
    .execute();
  for (const { id, state } of rows) {
    const before = state as InvoiceState;
    if (invoiceLifecycle.allows(before, "DEFAULTED"))
      await saveInvoiceState(tx, product, id, before, invoiceLifecycle.next(before, "DEFAULTED"));
  }
}

/**
 * Writes off a locked advance whose business has closed, and closes it without a default. Whether it may is decided by the caller
 * (`whyNotCloseBusiness`).
 */
export async function closeBusiness(tx: Tx, product: IssuedProduct, now: Date): Promise<void> {
  await writeOffOwed(tx, product, dateAt(now));
  await tx.updateTable("issued_product").set({ written_off_at: now }).where("id", "=", product.id).execute();
  await changeStatus(tx, product, "BUSINESS_CLOSED");
}

/** Writes off a locked product in default. It stays DEFAULTED, and all that is paid afterwards is a recovery. */
export async function writeOffProduct(tx: Tx, product: IssuedProduct, now: Date): Promise<void> {
  if (!issuedProductLifecycle.allows(product.loanStatus, "WRITTEN_OFF"))
    throw new Error(`a product that is ${product.loanStatus} is not written off`);
  await writeOffOwed(tx, product, dateAt(now));
  await tx.updateTable("issued_product").set({ written_off_at: now }).where("id", "=", product.id).execute();
}
