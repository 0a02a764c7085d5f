import { salesDayCalls } from "@inlay/contracts/partner/sales-days/calls.ts";
import type { PartnerRouter } from "../request.ts";
import { listSalesDays } from "./read-sales-days.ts";
import { answerBatch, putSalesDay, recordSalesDays } from "./record-sales-days.ts";

export function salesDayRoutes({ partnerRoute, preparedPartnerRoute }: PartnerRouter): void {
  partnerRoute(salesDayCalls.putSalesDay, putSalesDay);
  preparedPartnerRoute(salesDayCalls.recordSalesDays, recordSalesDays, answerBatch);
  partnerRoute(salesDayCalls.listSalesDays, listSalesDays);
}
