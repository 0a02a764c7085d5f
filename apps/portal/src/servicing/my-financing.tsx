import type { HomeProduct, ServicingHome } from "@inlay/contracts/servicing/home.ts";
import { Button } from "@inlay/ui/button.tsx";
import { EmptyState } from "@inlay/ui/feedback/empty-state.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import { productServicing, withOwnAlerts } from "../products/product-servicing.ts";
import type { PageProps } from "../products/servicing/pages.ts";
import { useServicing } from "../products/servicing/use-servicing.ts";
import { servicingHomeQuery } from "../shared/api/queries.ts";
import { useBusiness } from "../shared/business/business-context.tsx";
import { SwitchBusiness } from "../shared/business/switch-business.tsx";
import { useErrorBanner } from "../shared/page/banners.tsx";
import { Heading } from "../shared/page/heading.tsx";
import { usePortalSession } from "../shared/session/portal-session.tsx";
import { ElsewhereNotice, precedesOwnAlerts, useElsewhere } from "./elsewhere.tsx";
import { EndedProducts } from "./ended-products.tsx";
import { HomeCard } from "./home-card.tsx";
import { ProductAlert } from "./product-alert.tsx";
import { ToPay } from "./to-pay.tsx";
import { useNearDay } from "./use-near-day.ts";

/** What is to pay and when, and how each product stands. With a single product it is the page of that product. */
export function MyFinancing({ takesFocus }: PageProps<"HOME">) {
  const { data } = useSuspenseQuery(servicingHomeQuery(usePortalSession()));
  const [only] = data.products.length === 1 ? data.products : [];
  const Summary = only && productServicing[only.productType].Summary;
  return (
    <div className="grid grid-cols-1 gap-6">
      {Summary ? (
        <>
          {withOwnAlerts.includes(only.productType) ? <ElsewhereNotice /> : <FirstAlert product={only} />}
          <Summary issuedProductId={only.id} takesFocus={takesFocus} />
        </>
      ) : (
        <Several financing={data} takesFocus={takesFocus} />
      )}
      <Foot />
    </div>
  );
}

/** Of all alerts the first one is shown. */
export function FirstAlert({ product }: { product: HomeProduct }) {
  const elsewhere = useElsewhere();
  return (
    <>
      <ElsewhereNotice />
      {!precedesOwnAlerts(elsewhere) && <ProductAlert product={product} />}
    </>
  );
}

function Several({ financing, takesFocus }: { financing: ServicingHome; takesFocus: boolean }) {
  const { t } = useLingui();
  const { business } = useBusiness();
  const near = useNearDay(financing.today);
  const { products, endedProducts, today, explanations } = financing;
  const title = t`My financing`;
  return (
    <>
      <title>{title}</title>
      <div className="grid gap-x-6 gap-y-1 sm:flex sm:flex-wrap sm:items-baseline sm:justify-between">
        <Heading takesFocus={takesFocus}>{title}</Heading>
        <p className="type-small wrap-anywhere">
          {[business.businessName, near.weekday(financing.today)].filter(Boolean).join(" · ")}
        </p>
      </div>
      <ElsewhereNotice />
      {products.length > 0 && <ToPay financing={financing} />}
      {products.length === 0 && (
        <EmptyState title={endedProducts.length > 0 ? t`Nothing is left to pay` : t`No financing yet`}>
          {endedProducts.length === 0 && <Trans>Your financing appears here as soon as it is set up.</Trans>}
        </EmptyState>
      )}
      {products.length > 0 && (
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {products.map((product) => (
            <li key={product.id} className="grid">
              <HomeCard product={product} today={today} explanations={explanations} />
            </li>
          ))}
        </ul>
      )}
      <AutoPayment financing={financing} />
      <EndedProducts products={endedProducts} />
    </>
  );
}

/** Whether payments are taken by themselves. What an integrated advance is repaid with is withheld from card sales. */
function AutoPayment({ financing: { products, isAutoPaymentOn } }: { financing: ServicingHome }) {
  const isDebited = products.some(({ productType }) => productType !== "INTEGRATED_MCA");
  if (!isDebited) return null;
  return (
    <p className="type-small">
      {isAutoPaymentOn ? (
        <Trans>Auto payment is on.</Trans>
      ) : (
        <Trans>Auto payment is off. No payment is taken from your account.</Trans>
      )}
    </p>
  );
}

function Foot() {
  const { t } = useLingui();
  const { leave } = usePortalSession();
  const showError = useErrorBanner();
  const { open } = useServicing();
  const isPrimaryOwner = useBusiness().business.roles.includes("PRIMARY_OWNER");
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="flex flex-wrap gap-x-6">
        {isPrimaryOwner && (
          <Button variant="text" onClick={() => open({ page: "APPLY_FOR_MORE" })}>
            {t`Apply for more`}
          </Button>
        )}
        <Button id="close" variant="text" onClick={() => void leave().catch(showError)}>
          {t`Close`}
        </Button>
      </div>
      <SwitchBusiness />
    </div>
  );
}
