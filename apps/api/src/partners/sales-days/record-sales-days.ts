import { salesDayCalls } from "@inlay/contracts/partner/sales-days/calls.ts";
import type { SalesDay, SalesDayResult, SalesFigures } from "@inlay/contracts/partner/sales-days/sales-day.ts";
import { recordSalesDay } from "../../servicing/public.ts";
import { saveRows } from "../batch.ts";
import { resolveBusiness } from "../businesses/read-businesses.ts";
import type { PartnerInput, PartnerRequest, PartnerScope } from "../request.ts";
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

export async function recordSalesDays(input: PartnerInput<"recordSalesDays">): Promise<SalesDayResult[]> {
  const { path } = salesDayCalls.recordSalesDays;
  const results = await saveRows(input, path, input.body.rows, (scope, row) => {
    const { businessId, platformBusinessId, date, ...figures } = row;
    const reported = { businessId: businessId ?? `platform:${platformBusinessId}`, date, figures, ifMatch: null };
    return saveSalesDay(scope, reported, input.by);
  });
  return results.map(({ item: salesDay, ...result }) => ({ ...result, salesDay }));
}

export const answerBatch = async ({ ready: results }: PartnerRequest<"recordSalesDays", SalesDayResult[]>) => ({
  object: "sales_day_batch" as const,
  results,
});
