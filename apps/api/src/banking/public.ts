// The exports that other slices may use.
export {
  addAccount,
  blockBankOf,
  blockForDebits,
  fingerprintsOf,
  listAccounts,
  type NewAccount,
  saveProcessorAccount,
  setPrimaryAccount,
} from "./accounts.ts";
export { authorizationText, authorize } from "./authorize.ts";
export { listItems, type RequestedBy } from "./item.ts";
export {
  bringAccount,
  changeAccount,
  type EncryptableNumbers,
  encryptable,
  retireAccount,
} from "./platform-provided-account.ts";
export { playBank } from "./play-bank.ts";
export { readTransactions, refreshBankData, watchBankData } from "./read-transactions.ts";
