import { z } from "zod/mini";
import { bankAccountRoles } from "../../bank.ts";
import { call } from "../../call.ts";
import { many } from "../../fields/query.ts";
import { referenceTo } from "../../ids.ts";
import { list, listQuery } from "../list.ts";
import {
  bankAccountParties,
  bankConnections,
  partnerBankAccount,
  partnerBankAccountCreate,
  partnerBankAccountPatch,
} from "./bank-account.ts";

const params = z.object({ bankAccountId: referenceTo("bankAccount") });

export const bankAccountCalls = {
  createBankAccount: call({
    method: "POST",
    path: "/api/platform/v1/bank-accounts",
    audience: "partner",
    slice: "partners",
    action: "partner.bank-account.create",
    summary:
      "Creates a bank account for a business: its disbursement account, an account that an asset report covers, or the account of a payee or creditor.",
    body: partnerBankAccountCreate,
    answer: partnerBankAccount,
    status: 201,
    idempotent: true,
    makes: true,
  }),
  listBankAccounts: call({
    method: "GET",
    path: "/api/platform/v1/bank-accounts",
    audience: "partner",
    slice: "partners",
    action: "partner.bank-account.read",
    summary: "Lists bank accounts.",
    query: z.strictObject({
      ...listQuery("bankAccount"),
      party: many(z.enum(bankAccountParties)),
      role: many(z.enum(bankAccountRoles)),
      connection: many(z.enum(bankConnections)),
    }),
    answer: list(partnerBankAccount),
  }),
  getBankAccount: call({
    method: "GET",
    path: "/api/platform/v1/bank-accounts/:bankAccountId",
    audience: "partner",
    slice: "partners",
    action: "partner.bank-account.read",
    summary: "Retrieves a bank account.",
    params,
    answer: partnerBankAccount,
  }),
  updateBankAccount: call({
    method: "PATCH",
    path: "/api/platform/v1/bank-accounts/:bankAccountId",
    audience: "partner",
    slice: "partners",
    action: "partner.bank-account.change",
    summary:
      "Changes a bank account that you created. New account numbers require If-Match. The owners are notified, and the account receives no money for 72 hours.",
    params,
    body: partnerBankAccountPatch,
    answer: partnerBankAccount,
  }),
  retireBankAccount: call({
    method: "POST",
    path: "/api/platform/v1/bank-accounts/:bankAccountId/retire",
    audience: "partner",
    slice: "partners",
    action: "partner.bank-account.retire",
    summary: "Retires a bank account that you created and that has no role.",
    params,
    body: z.strictObject({}),
    answer: partnerBankAccount,
    status: 201,
    idempotent: true,
  }),
};
