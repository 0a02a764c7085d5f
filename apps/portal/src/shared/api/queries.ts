import { getHelp } from "@inlay/contracts/calls/help.ts";
import { getOffers } from "@inlay/contracts/calls/offer-groups.ts";
import { getOffersWorkflow } from "@inlay/contracts/calls/offers.ts";
import { getWorkflow } from "@inlay/contracts/calls/onboarding.ts";
import { getBusiness } from "@inlay/contracts/calls/people.ts";
import { getIssuedProducts, getServicingHome, getServicingWorkflow } from "@inlay/contracts/calls/servicing.ts";
import { QueryClient, queryOptions } from "@tanstack/react-query";
import type { PortalSession } from "../session/portal-session.tsx";
import { ApiError } from "./api.ts";

/** Retries only requests that the API did not answer. A refusal is final. */
const shouldRetry = (failures: number, error: unknown) =>
  failures < 2 && error instanceof ApiError && error.code === "NETWORK" && error.status !== 0;

export const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: shouldRetry, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
    },
  });

export const businessQuery = ({ ask }: PortalSession) =>
  queryOptions({ queryKey: ["business"], queryFn: () => ask(getBusiness, {}) });
export const workflowQuery = ({ ask }: PortalSession) =>
  queryOptions({ queryKey: ["workflow"], queryFn: () => ask(getWorkflow, { query: productSubset() }) });
/** The products to which the host page limits the choice. */
export const productSubset = () => ({
  productSubsetDuringOnboarding:
    new URLSearchParams(window.location.search).get("productSubsetDuringOnboarding") ?? undefined,
});
export const offersWorkflowQuery = ({ ask }: PortalSession) =>
  queryOptions({ queryKey: ["offers workflow"], queryFn: () => ask(getOffersWorkflow, {}) });
export const servicingWorkflowQuery = ({ ask }: PortalSession) =>
  queryOptions({ queryKey: ["servicing workflow"], queryFn: () => ask(getServicingWorkflow, {}) });

/** Lists are loaded again when their page is opened again, but not while its other parts are still loading. */
const keptMs = 10_000;
export const issuedProductsQuery = ({ ask }: PortalSession) =>
  queryOptions({
    queryKey: ["issued products"],
    queryFn: async () => (await ask(getIssuedProducts, {})).issuedProducts,
    gcTime: keptMs,
  });

/** What the home page and the menu of servicing show. It is loaded again when the home page is opened again. */
export const servicingHomeQuery = ({ ask }: PortalSession) =>
  queryOptions({
    queryKey: ["servicing home"],
    queryFn: () => ask(getServicingHome, {}),
    staleTime: keptMs,
    gcTime: keptMs,
  });

export const offersQuery = ({ ask }: PortalSession) =>
  queryOptions({
    queryKey: ["offers"],
    queryFn: async () => (await ask(getOffers, {})).offerGroups,
    gcTime: keptMs,
  });
/** Where to ask, and who lends. Null if it could not be loaded: the pages say the rest without it. */
export const contactQuery = ({ ask }: PortalSession) =>
  queryOptions({ queryKey: ["contact"], queryFn: () => ask(getHelp, {}).catch(() => null) });
