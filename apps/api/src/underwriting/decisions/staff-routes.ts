import { Refusal } from "@inlay/contracts/errors.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import type { AppContext } from "../../context.ts";
import { record } from "../../db/record.ts";
import { inScope } from "../../db/scope.ts";
import type { Router, Staff } from "../../http/public.ts";
import type { Tenant } from "../reports.ts";
import { renderCaseFile } from "./case-file.ts";
import { replay } from "./decisions.ts";
import { listApplicationsToDecide } from "./list-to-decide.ts";
import { readCase, readContents } from "./read-case.ts";
import { decisionNamed, requestRuling } from "./rule.ts";

/** The tenant of a staff call that names a business. */
const tenantOf = ({ platformId }: Staff, { businessId }: { businessId: string }): Tenant => ({
  platformId,
  businessId,
});

export function decisionStaffRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(staffCalls.listApplicationsToDecide, ({ tx, query }) => listApplicationsToDecide(tx, query));
  authenticatedRoute(
    staffCalls.getApplicationCase,
    ({ caller, params }) => readContents(app, tenantOf(caller, params), params.applicationId),
    ({ tx, caller, params, ready }) => readCase(tx, tenantOf(caller, params), params.applicationId, ready),
  );
  // The file is rendered before the transaction begins. It is handed out only with its event.
  authenticatedRoute(
    staffCalls.printCaseFile,
    ({ caller, params }) => renderCaseFile(app, caller, params),
    async ({ tx, caller, params, ready: { fileName, contents, decisionId, sha256 }, requestId }) => {
      await record(tx, {
        ...tenantOf(caller, params),
        kind: "application.case_file_printed",
        action: "staff.application.print-case-file",
        body: { applicationId: params.applicationId, decisionId },
        after: { sha256 },
        object: { kind: "loan application", id: params.applicationId },
        actor: { kind: "STAFF", id: caller.memberId },
        requestId,
      });
      return { fileName, contents };
    },
  );
  authenticatedRoute(
    staffCalls.replayDecision,
    async ({ caller, params }) => {
      const tenant = tenantOf(caller, params);
      const known = await inScope(app.pool, tenant, (tx) =>
        tx
          .selectFrom("decision")
          .select("id")
          .where("id", "=", params.decisionId)
          .where("application_id", "=", params.applicationId)
          .executeTakeFirst(),
      );
      const repeated = known && (await replay(app, tenant, known.id));
      if (!repeated) throw new Refusal("NOT_FOUND", { context: { object: "decision" } });
      return repeated.outcome;
    },
    async ({ params, ready }) => ({ decisionId: params.decisionId, result: ready }),
  );
  authenticatedRoute(
    staffCalls.ruleOnApplication,
    ({ caller, params, body }) => decisionNamed(app, tenantOf(caller, params), body.decisionId),
    (request) => requestRuling(app, request),
  );
}
