export {
  accountantOf,
  inviteAccountant,
  isAccountingSourceLost,
  prepareInvitation,
  waitForAccountant,
  withdrawAccountant,
} from "./accounting/accountants.ts";
export { askAboutConnections, isAccountingLinked, saveConnections } from "./accounting/connections.ts";
export {
  assignProvider,
  beginApplications,
  beginRefresh,
  closeDecisionTasks,
  denyApplication,
  type LockedApplication,
  lockApplication,
  moveApplication,
  setNextDeadline,
  underwritingOpenSince,
} from "./applications.ts";
export { closeApplications } from "./close-applications.ts";
export {
  decideOn,
  encryptRun,
  freeze,
  latestDecisionId,
  type Run,
  readDecidedFacts,
  readDecision,
  rulingsOf,
  type Snapshot,
  saveRun,
} from "./decisions/decisions.ts";
export { readFacts } from "./decisions/read-facts.ts";
export { consentsOf, decisionNamed, lockUndecided, refuseChanged } from "./decisions/rule.ts";
export { askVerifierAgain } from "./handle-verifier-webhook.ts";
export { waitForInputs } from "./incompleteness.ts";
export { noticeOfOffers } from "./notices/clocks.ts";
export { currentPolicy, policyOf } from "./policies.ts";
export { promisedAnswer, whenPromised } from "./promised-answer.ts";
export { pullReport, readVerification } from "./pull-reports.ts";
export { lastDenial, reapplying } from "./reapplying.ts";
export {
  askAgain,
  askForCreditReports,
  askForReports,
  hasCoOwnersReportCome,
  haveReportsCome,
  isStillLocked,
  ownSoftPull,
  reportSources,
} from "./reports.ts";
export { isHolderClear, isNobodyListed, type ScreeningSubject, screenName } from "./sanctions.ts";
export { screenApplicants, screenForPayout } from "./screen-again.ts";
export { isTaxIdMatched } from "./tax-id-match.ts";
export { askForWhatIsMissing } from "./what-is-missing.ts";
