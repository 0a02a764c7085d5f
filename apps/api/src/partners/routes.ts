import type { AppContext } from "../context.ts";
import type { Router } from "../http/public.ts";
import { applicationRoutes } from "./applications/routes.ts";
import { bankAccountRoutes } from "./bank-accounts/routes.ts";
import { businessRoutes } from "./businesses/routes.ts";
import { clockRoutes } from "./clock/routes.ts";
import { connectTokenRoutes } from "./connect-tokens/routes.ts";
import { documentRoutes } from "./documents/routes.ts";
import { embeddedSessionRoutes } from "./embedded-sessions/routes.ts";
import { pilotInvoiceRoutes } from "./pilot-invoices/routes.ts";
import { prequalificationRoutes } from "./prequalifications/routes.ts";
import { receivableRoutes } from "./receivables/routes.ts";
import { type PartnerRouter, partnerRouter } from "./request.ts";
import { salesDayRoutes } from "./sales-days/routes.ts";
import { userRoutes } from "./users/routes.ts";

/** The resources of the partner API. Each is a folder that lists its routes. */
const resources: readonly ((router: PartnerRouter) => void)[] = [
  businessRoutes,
  userRoutes,
  connectTokenRoutes,
  prequalificationRoutes,
  applicationRoutes,
  bankAccountRoutes,
  salesDayRoutes,
  receivableRoutes,
  documentRoutes,
  embeddedSessionRoutes,
  pilotInvoiceRoutes,
  clockRoutes,
];

export function partnerRoutes(router: Router, app: AppContext): void {
  const own = partnerRouter(router, app);
  for (const addRoutes of resources) addRoutes(own);
}
