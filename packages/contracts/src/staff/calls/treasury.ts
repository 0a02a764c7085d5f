import { books } from "@inlay/lending/ledger/accounts.ts";
import { z } from "zod/mini";
import { bankAccountTypes } from "../../bank.ts";
import { accountNumberDigits, requiredText, routingNumber } from "../../fields/fields.ts";
import { uuid } from "../../ids.ts";
import { secret } from "../../secret.ts";
import { outcome, reason, verificationOutcome } from "../shapes.ts";
import { staffCall } from "./staff-call.ts";

const platformParams = z.object({ platformId: uuid });
const amountCents = z.int().check(z.positive(), z.lte(100_000_000_00));
const book = z.enum(books);
const accountNumber = secret(accountNumberDigits.check(z.minLength(4, "accountNumber must have at least 4 digits.")));

/** Payments that belong to no business, and the bank account of a platform. */
export const treasury = {
  transferBetweenBooks: staffCall("/api/staff/v1/books/transfers", {
    method: "POST",
    action: "staff.treasury.transfer",
    summary: "Requests a payment between two of our own books; a second person approves.",
    body: z
      .strictObject({ fromBook: book, toBook: book, amountCents, reason })
      .check(z.refine(({ fromBook, toBook }) => fromBook !== toBook, "The books must differ.")),
    answer: outcome,
  }),
  callCapital: staffCall("/api/staff/v1/books/capital-calls", {
    method: "POST",
    action: "staff.treasury.call-capital",
    summary: "Announces a payment of capital that its provider sends by wire; a second person approves.",
    body: z.strictObject({ book, amountCents, reason }),
    answer: outcome,
  }),
  collectSettlement: staffCall("/api/staff/v1/platforms/:platformId/settlements", {
    method: "POST",
    action: "staff.treasury.collect-settlement",
    summary: "Requests a debit of what a platform withheld and owes a book; a second person approves.",
    params: platformParams,
    body: z.strictObject({ book, amountCents, reason }),
    answer: outcome,
  }),
  payRevenueShare: staffCall("/api/staff/v1/platforms/:platformId/revenue-share-payments", {
    method: "POST",
    action: "staff.treasury.pay-revenue-share",
    summary: "Requests the payment of a platform's share of our revenue; a second person approves.",
    params: platformParams,
    body: z.strictObject({ amountCents, reason }),
    answer: outcome,
  }),
  savePlatformAccount: staffCall("/api/staff/v1/platforms/:platformId/bank-account", {
    method: "POST",
    action: "staff.platform-account.save",
    summary:
      "Saves the bank account of a platform, in place of an earlier one. It is used after another person has verified it and the hold is over.",
    params: platformParams,
    body: z.strictObject({
      holderName: requiredText("holderName is required."),
      accountType: z.enum(bankAccountTypes),
      accountNumber,
      routingNumber,
      /** The SHA-256 of the signed program agreement in which the platform authorizes debits. Without it, it is never debited. */
      agreementSha256: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
      reason,
    }),
    answer: z.object({ bankAccountId: uuid }),
    status: 201,
  }),
  verifyPlatformAccount: staffCall("/api/staff/v1/platforms/:platformId/bank-account/verify", {
    method: "POST",
    action: "staff.bank-account.verify",
    summary: "Records whether the account that another person saved belongs to the platform.",
    params: platformParams,
    body: z.strictObject({ outcome: verificationOutcome, reason }),
    answer: outcome,
  }),
};
