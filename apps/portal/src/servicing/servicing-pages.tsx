import type { ShowRequest } from "@inlay/embed/messages.ts";
import type { OfferStep } from "@inlay/lending/offers/steps.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Suspense, useDeferredValue, useState } from "react";
import { createPortal } from "react-dom";
import { RequestedInvoicesProvider } from "../products/servicing/invoices/requested-invoices.ts";
import { home, type OpenedPage, pageOf, partOf, productOf, viewOf } from "../products/servicing/pages.ts";
import { ServicingProvider } from "../products/servicing/use-servicing.ts";
import { servicingHomeQuery } from "../shared/api/queries.ts";
import { usePageStack } from "../shared/flow/page-stack.ts";
import { useScrollToTop } from "../shared/flow/use-scroll-to-top.ts";
import { LoadBoundary } from "../shared/page/load-boundary.tsx";
import { usePageCorner } from "../shared/page/page-corner.ts";
import { Problem } from "../shared/page/problem.tsx";
import { usePortalSession } from "../shared/session/portal-session.tsx";
import { type Elsewhere, ElsewhereProvider } from "./elsewhere.tsx";
import { ServicingMenu } from "./menu.tsx";
import { componentOf } from "./page-list.ts";
import { PageLoading } from "./page-loading.tsx";
import { requestedPage } from "./requested-page.ts";

type ServicingPagesProps = {
  offerStep: OfferStep | null;
  elsewhere: Elsewhere | null;
  requested: ShowRequest | null;
  takesFocus: boolean;
};

const nothingRequested = { sessionToken: null, invoiceId: null, platformInvoiceId: null };

/** One page of servicing at a time, with the menu that leads to the others and the way back. */
export function ServicingPages({ offerStep, elsewhere, requested, takesFocus }: ServicingPagesProps) {
  const { t } = useLingui();
  const { data } = useSuspenseQuery(servicingHomeQuery(usePortalSession()));
  const [first] = useState(() => viewOf(requestedPage(requested?.component ?? null, data)));
  const stack = usePageStack(first);
  const corner = usePageCorner();
  const view = useDeferredValue(stack.view);
  useScrollToTop(view);

  const at = pageOf(view);
  const goHome = () => stack.back(viewOf(home));
  const servicing = {
    at,
    open: (page: OpenedPage) => {
      if (viewOf(page) !== stack.view) stack.push(viewOf(page));
    },
    back: () => (stack.depth > 0 ? window.history.back() : goHome()),
    home: goHome,
  };
  const Page = componentOf(at.page) ?? componentOf("HOME");
  if (!Page) throw new Error("Servicing has a home page.");
  return (
    <ServicingProvider value={servicing}>
      <RequestedInvoicesProvider value={requested ?? nothingRequested}>
        <ElsewhereProvider value={elsewhere}>
          {corner &&
            createPortal(<ServicingMenu financing={data} offerStep={offerStep} elsewhere={elsewhere} />, corner)}
          {/* On the other pages, the way back stands between the menu and the heading. */}
          <div className={`grid grid-cols-1 gap-2 ${at.page === "HOME" ? "pt-3" : ""}`}>
            {at.page !== "HOME" && (
              <div>
                <Button variant="text" onClick={servicing.back}>
                  <Trans>Back</Trans>
                </Button>
              </div>
            )}
            <LoadBoundary
              key={view}
              fallback={(problem) => <Problem {...problem} note={t`Nothing is lost and nothing was charged.`} />}
            >
              <Suspense fallback={<PageLoading />}>
                <Page
                  issuedProductId={productOf(at) ?? undefined}
                  partId={partOf(at) ?? undefined}
                  takesFocus={takesFocus || stack.depth > 0 || stack.isReturn || view !== first}
                />
              </Suspense>
            </LoadBoundary>
          </div>
        </ElsewhereProvider>
      </RequestedInvoicesProvider>
    </ServicingProvider>
  );
}
