// The exports that other slices may use.
export {
  addAccount,
  fingerprintsOf,
  listAccounts,
  type NewAccount,
  saveProcessorAccount,
} from "./accounts.ts";
export {
  authorize,
  type Circumstances,
  debitAuthorization,
  markConnected,
  withdrawAuthorization,
} from "./authorize.ts";
export { blockAccount, blockBankOf, freezeBusinessOf, isFrozen } from "./block-account.ts";
export { correctAccount } from "./correct-account.ts";
export { listItems, type RequestedBy } from "./item.ts";
export { linkSandboxBank } from "./link-sandbox-bank.ts";
export {
  hasCreditorAccount,
  isCreditorAccountUsable,
  type LoanAccount,
  loanAccountsOf,
  otherAccountsOf,
} from "./loan-accounts.ts";
export { isOwnAccount, type PartyAccount, preparePartyAccount } from "./party-account.ts";
export { payeeAccountOf, payeeAccountsByIds } from "./payee-account.ts";
export {
  changeAccount,
  type EncryptableNumbers,
  encryptable,
  hasDisbursementAccount,
  noteVerification,
  retireAccount,
  savePlatformProvidedAccount,
} from "./platform-provided-account.ts";
export { readBalances } from "./read-balances.ts";
export { askForTransactions, readTransactions, refreshBankData, watchBankData } from "./read-transactions.ts";
export { setPrimaryAccount } from "./set-primary-account.ts";
