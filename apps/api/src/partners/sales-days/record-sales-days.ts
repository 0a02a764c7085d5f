import { Refusal } from "@inlay/contracts/errors.ts";
import { problemBody } from "@inlay/contracts/partner/problem.ts";
import { salesDayCalls } from "@inlay/contracts/partner/sales-days/calls.ts";
import type { SalesDay, SalesDayResult, SalesFigures } from "@inlay/contracts/partner/sales-days/sales-day.ts";
import { tryOut } from "../../http/public.ts";
import { recordSalesDay } from "../../servicing/public.ts";
import { resolveBusiness } from "../businesses/read-businesses.ts";
import { inPlatform, type PartnerInput, type PartnerRequest, type PartnerScope, wholePlatform } from "../request.ts";
import { readSalesDays } from "./read-sales-days.ts";

type ReportedDay = { businessId: string; date: string; figures: SalesFigures; ifMatch: number | null };

async function saveSalesDay(
  scope: PartnerScope,
  { figures, date, ifMatch, ...reference }: ReportedDay,
  by: PartnerRequest<"putSalesDay">["by"],
): Promise<SalesDay> {
  const businessId = await resolveBusiness(scope, reference.businessId);
  const { platformId } = scope.caller;
  const id = await recordSalesDay(scope.tx, { ...figures, platformId, businessId, date }, ifMatch, by);
  const [day] = await readSalesDays(scope, [id]);
  if (!day) throw new Error("the sales day that was just stored is missing");
  return day;
}

export const putSalesDay = (request: PartnerRequest<"putSalesDay">): Promise<SalesDay> =>
  saveSalesDay(request, { ...request.params, figures: request.body, ifMatch: request.ifMatch }, request.by);

/** Each row has its own transaction: an error is reported for its row, and the other rows are stored. */
export async function recordSalesDays(input: PartnerInput<"recordSalesDays">): Promise<SalesDayResult[]> {
  const { app, caller, body, dryRun, requestId, by } = input;
  const results: SalesDayResult[] = [];
  for (const [index, { businessId, platformBusinessId, date, ...figures }] of body.rows.entries()) {
    const reported = { businessId: businessId ?? `platform:${platformBusinessId}`, date, figures, ifMatch: null };
    const save = (scope: PartnerScope) => saveSalesDay(scope, reported, by);
    const trySaving = async (): Promise<SalesDay> => {
      const work = async (tx: PartnerScope["tx"]) => JSON.stringify(await save({ tx, app, caller }));
      const { result } = await tryOut(app.pool, wholePlatform(caller), requestId, work);
      return JSON.parse(result) as SalesDay;
    };
    try {
      const salesDay = dryRun ? await trySaving() : await inPlatform(input, save);
      results.push({ index, ok: true, salesDay, problem: null });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const fields = error.fields.map((field) => ({ ...field, in: "BODY" as const }));
      const { code, context } = error;
      const problem = problemBody(
        { code, fields, context },
        { instance: salesDayCalls.recordSalesDays.path, requestId },
      );
      results.push({ index, ok: false, salesDay: null, problem });
    }
  }
  return results;
}

export const answerBatch = async ({ ready: results }: PartnerRequest<"recordSalesDays", SalesDayResult[]>) => ({
  object: "sales_day_batch" as const,
  results,
});
