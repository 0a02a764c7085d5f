import type { Parsed } from "@inlay/contracts/call.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import type { staffCalls } from "@inlay/contracts/staff/calls.ts";
import type { Outcome } from "@inlay/contracts/staff/shapes.ts";
import type { StaffRulings } from "@inlay/lending/underwriting/decide.ts";
import { mostExceptions } from "@inlay/lending/underwriting/exceptions.ts";
import { peopleForRuling, type Ruling, whyNotRule } from "@inlay/lending/underwriting/why-not-rule.ts";
import { v7 as uuidv7 } from "uuid";
import { type ActionRequest, requestAction, type StaffAction } from "../../approvals/public.ts";
import type { AppContext } from "../../context.ts";
import { record } from "../../db/record.ts";
import { refuseDuplicate } from "../../db/refuse-duplicate.ts";
import type { Tx } from "../../db/scope.ts";
import type { RequestContext } from "../../http/public.ts";
import { startWorkflow } from "../../workflows/public.ts";
import { type LockedApplication, lockApplication } from "../applications.ts";
import { latestDecisionId, readDecision, rulingsOf, type StoredDecision } from "./decisions.ts";

/** What is approved: a ruling about the run that the first person has read. `people` follows from that run. */
type RulingPayload = Ruling & {
  decisionId: string;
  people: 1 | 2;
  capitalProviderId: string | null;
  providerConsent: string | null;
};

/**
 * A ruling of staff. Why it may be refused depends on the run alone, which never changes, so it is checked when the ruling is requested; what
 * may have changed until it is approved is whether that run is still the latest.
 */
export const ruleOnApplication: StaffAction<RulingPayload> = {
  kind: "application.rule",
  action: "staff.application.rule",
  needs: ({ people }) => ({ people, checker: null }),
  perform: async (tx, request) => {
    const { platformId, businessId, payload } = request;
    if (!businessId) throw new Error("an application must belong to a business");
    const application = await lockForRuling(tx, request.subjectId, payload, payload.decisionId);
    await saveRuling(tx, application, request);
    // A consent to a concentration changes no run; it lets staff assign capital.
    if (!isConcentration(payload))
      await startWorkflow(tx, "decide-applications", { platformId, businessId, id: uuidv7() });
  },
};

/** TPE_5 is raised by no rule: it lets a capital provider fund beyond its shares. */
const isConcentration = ({ kind, code }: Ruling): boolean => kind === "EXCEPTION" && code === "TPE_5";

/** Locks an application that can be ruled about. Refused if the run is not its latest one or was ruled about already. */
async function lockForRuling(tx: Tx, id: string, ruling: Ruling, decisionId: string): Promise<LockedApplication> {
  const application = await lockUndecided(
    tx,
    id,
    isConcentration(ruling) ? "UNASSIGNED" : "ASSIGN_TO_CAPITAL_PROVIDER",
  );
  await refuseChanged(tx, application, decisionId);
  return application;
}

/** Locks an application that waits in this state. */
export async function lockUndecided(
  tx: Tx,
  id: string,
  state: "ASSIGN_TO_CAPITAL_PROVIDER" | "UNASSIGNED",
): Promise<LockedApplication> {
  const application = await lockApplication(tx, id);
  if (!application) throw new Refusal("NOT_FOUND", { context: { object: "application" } });
  if (application.status !== state)
    throw new Refusal("WRONG_STATE", { context: { status: application.status, allowedFrom: [state] } });
  return application;
}

/** Refuses a run that is not the latest of a locked application. */
export async function refuseChanged(tx: Tx, application: LockedApplication, decisionId: string): Promise<void> {
  if ((await latestDecisionId(tx, application)) !== decisionId) throw new Refusal("DECISION_CHANGED");
}

async function saveRuling(
  tx: Tx,
  { id: applicationId }: LockedApplication,
  { platformId, businessId, payload, memberId, staffRequestId, requestId }: ActionRequest<RulingPayload>,
): Promise<void> {
  if (!businessId) throw new Error("an application must belong to a business");
  const { kind, code, decisionId, capitalProviderId, providerConsent } = payload;
  const saved = await refuseDuplicate(
    tx
      .insertInto("ruling")
      .values({
        platform_id: platformId,
        business_id: businessId,
        application_id: applicationId,
        decision_id: decisionId,
        kind,
        code,
        ruled_by: memberId,
        staff_request_id: staffRequestId,
        capital_provider_id: capitalProviderId,
        provider_consent: providerConsent,
      })
      .returning("id")
      .executeTakeFirstOrThrow(),
    {
      // The run was ruled about, and the next one is on its way.
      one_ruling_of_decision: () => new Refusal("DECISION_CHANGED"),
      one_ruling: () => new Refusal("WRONG_STATE", { context: { status: "RULED", allowedFrom: ["REVIEW"] } }),
    },
  );
  await record(tx, {
    platformId,
    businessId,
    kind: "application.ruled",
    action: "staff.application.rule",
    body: { applicationId, decisionId, rulingId: saved.id, ruling: kind, code },
    after: { kind, code, capitalProviderId, providerConsent },
    object: { kind: "loan application", id: applicationId },
    actor: { kind: "STAFF", id: memberId },
    requestId,
  });
}

type RuleCall = typeof staffCalls.ruleOnApplication;

/** Reads the run that staff name, before the transaction begins. Refused if it is unknown or cannot be read any more. */
export async function decisionNamed(
  app: AppContext,
  tenant: { platformId: string; businessId: string },
  decisionId: string,
): Promise<StoredDecision> {
  const stored = await readDecision(app, tenant, decisionId);
  if (!stored) throw new Refusal("NOT_FOUND", { context: { object: "decision" } });
  if (stored === "DESTROYED")
    throw new Refusal("WRONG_STATE", { context: { status: stored, allowedFrom: ["READABLE"] } });
  return stored;
}

/** Requests a ruling. It is refused where the rules do not allow it. */
export async function requestRuling(
  app: AppContext,
  { tx, caller, params: { applicationId }, body, ready: stored, requestId }: RequestContext<RuleCall, StoredDecision>,
): Promise<Outcome> {
  const ruling = rulingOf(body);
  await lockForRuling(tx, applicationId, ruling, body.decisionId);
  const rulings = await rulingsOf(tx, applicationId);
  const consent = consentIn(body);
  if (isConcentration(ruling) !== (consent !== null)) throw new Refusal("PROVIDER_CONSENT_NEEDED");
  refuseRuling(stored, rulings, ruling);
  const payload: RulingPayload = {
    ...ruling,
    decisionId: body.decisionId,
    people: peopleForRuling(stored.decision, ruling, stored.facts.statement?.amountRequestedCents ?? null),
    capitalProviderId: consent?.capitalProviderId ?? null,
    providerConsent: consent?.providerConsent ?? null,
  };
  const { reason } = body;
  return requestAction(tx, app, ruleOnApplication, { caller, subjectId: applicationId, payload, reason, requestId });
}

const rulingOf = (body: Parsed<RuleCall, "body">): Ruling =>
  ({ kind: body.kind, code: body.kind === "DENIAL_CONFIRMED" ? null : body.code }) as Ruling;

/** The consent in a request. One without its provider, or a provider without consent, is none. */
function consentIn(body: Parsed<RuleCall, "body">): { capitalProviderId: string; providerConsent: string } | null {
  if (body.kind !== "EXCEPTION" || (!body.capitalProviderId && !body.providerConsent)) return null;
  const { capitalProviderId, providerConsent } = body;
  if (!capitalProviderId || !providerConsent) throw new Refusal("PROVIDER_CONSENT_NEEDED");
  return { capitalProviderId, providerConsent };
}

function refuseRuling({ decision }: StoredDecision, rulings: StaffRulings, ruling: Ruling): void {
  const tooMany = () => new Refusal("TOO_MANY_EXCEPTIONS", { context: { most: mostExceptions } });
  if (isConcentration(ruling)) {
    const others = rulings.exceptions.filter((one) => one !== "TPE_5");
    if (others.length >= mostExceptions) throw tooMany();
    return;
  }
  const code = ruling.code ?? ruling.kind;
  const why = whyNotRule(decision, rulings, ruling);
  if (why === "NOT_IN_REVIEW") throw new Refusal("RULING_NOT_IN_REVIEW");
  if (why === "NOT_RAISED") throw new Refusal("RULING_NOT_RAISED", { context: { code } });
  if (why === "TOO_MANY_EXCEPTIONS") throw tooMany();
  if (why === "NOT_OVERRIDABLE") throw new Refusal("RULE_NOT_OVERRIDABLE");
  if (why === "SAME_RESULT") throw new Refusal("RATING_UNCHANGED", { context: { code } });
  if (why === "MORE_THAN_ONE_NOTCH")
    throw new Refusal("RATING_MOVES_ONE_NOTCH", { context: { code, modelResult: decision.modelResult ?? "" } });
}

/** The providers that consented in writing to fund an application beyond their shares. */
export async function consentsOf(tx: Tx, applicationId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("ruling")
    .select("capital_provider_id")
    .where("application_id", "=", applicationId)
    .where("capital_provider_id", "is not", null)
    .execute();
  return rows.flatMap(({ capital_provider_id }) => capital_provider_id ?? []);
}
