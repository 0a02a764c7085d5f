import { bankAccountCalls } from "@inlay/contracts/partner/bank-accounts/calls.ts";
import type { PartnerRouter } from "../request.ts";
import { createBankAccount, prepareBankAccount } from "./create-bank-account.ts";
import { getBankAccount, listBankAccounts } from "./read-bank-accounts.ts";
import { prepareNumbers, retireBankAccount, updateBankAccount } from "./update-bank-account.ts";

export function bankAccountRoutes({ partnerRoute, preparedPartnerRoute }: PartnerRouter): void {
  preparedPartnerRoute(bankAccountCalls.createBankAccount, prepareBankAccount, createBankAccount);
  partnerRoute(bankAccountCalls.listBankAccounts, listBankAccounts);
  partnerRoute(bankAccountCalls.getBankAccount, getBankAccount);
  preparedPartnerRoute(bankAccountCalls.updateBankAccount, prepareNumbers, updateBankAccount);
  partnerRoute(bankAccountCalls.retireBankAccount, retireBankAccount);
}
