import { receivableCalls } from "@inlay/contracts/partner/receivables/calls.ts";
import type { PartnerRouter } from "../request.ts";
import { answerBatch, postReceivable, postReceivables } from "./post-receivables.ts";
import {
  getReceivable,
  getReceivableSettlement,
  listReceivableSettlements,
  listReceivables,
} from "./read-receivables.ts";

export function receivableRoutes({ partnerRoute, preparedPartnerRoute }: PartnerRouter): void {
  partnerRoute(receivableCalls.postReceivable, postReceivable);
  preparedPartnerRoute(receivableCalls.postReceivables, postReceivables, answerBatch);
  partnerRoute(receivableCalls.listReceivables, listReceivables);
  partnerRoute(receivableCalls.getReceivable, getReceivable);
  partnerRoute(receivableCalls.listReceivableSettlements, listReceivableSettlements);
  partnerRoute(receivableCalls.getReceivableSettlement, getReceivableSettlement);
}
