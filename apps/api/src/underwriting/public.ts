export {
  accountantOf,
  inviteAccountant,
  prepareInvitation,
  waitForAccountant,
  withdrawAccountant,
} from "./accounting/accountants.ts";
export { askAboutConnections, isAccountingLinked, keepConnections } from "./accounting/connections.ts";
export { askForBooksAgain, readBooks } from "./accounting/read-books.ts";
export { beginApplications, isUnderwritingOpen } from "./applications.ts";
export { lookWhetherComplete } from "./data-complete.ts";
export { askVerifierAgain } from "./hear-verifier.ts";
export { letterAboutInputs, waitForInputs } from "./incompleteness.ts";
export { pullReport, readVerification, screenApplicants } from "./pull-reports.ts";
export {
  askAgain,
  askForReports,
  hasCoOwnersReportCome,
  haveReportsCome,
  isStillLocked,
  reportSources,
} from "./reports.ts";
export { isNobodyListed, type ScreeningSubject, screenName } from "./sanctions.ts";
export { askForWhatIsMissing, lookForMissing } from "./what-is-missing.ts";
