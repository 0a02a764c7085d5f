// What other slices may ask about banks and accounts.
export { addAccount, fingerprintsOf, listAccounts, type NewAccount, setPrimaryAccount } from "./accounts.ts";
export { authorizationText, authorize } from "./authorize.ts";
export { bringAccount, changeAccount, retireAccount, type SealableNumbers, sealable } from "./brought.ts";
export { type By, listItems } from "./item.ts";
export { playBank } from "./play-bank.ts";
export { keepBankDataFresh, readTransactions, watchBankData } from "./read-transactions.ts";
