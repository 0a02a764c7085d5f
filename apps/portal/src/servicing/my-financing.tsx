import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import { Button } from "@inlay/ui/button.tsx";
import { EmptyState } from "@inlay/ui/feedback/empty-state.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import { issuedProductsQuery } from "../shared/api/queries.ts";
import { FormFooter } from "../shared/forms/form-footer.tsx";
import { useErrorBanner } from "../shared/page/banners.tsx";
import { Heading } from "../shared/page/heading.tsx";
import { usePortalSession } from "../shared/session/portal-session.tsx";
import { ProductCard } from "./product-card.tsx";
import { useSignedDocuments } from "./signed-documents.tsx";

/** A page outside servicing that waits for the owner: what it is about, and how it is opened. */
export type Elsewhere = {
  alert: "NEW_OFFERS_AVAILABLE" | "ACCEPTED_OFFERS_PROCESSING" | "MORE_INFORMATION_NEEDED" | "EXPIRED_OFFERS";
  open: () => void;
};

type MyFinancingProps = { elsewhere: Elsewhere | null; takesFocus: boolean };

/** Every product of the business with its signed documents: those that run first, and the newest of them first. */
export function MyFinancing({ elsewhere, takesFocus }: MyFinancingProps) {
  const { t } = useLingui();
  const session = usePortalSession();
  const showError = useErrorBanner();
  const { data } = useSuspenseQuery(issuedProductsQuery(session));
  const documents = useSignedDocuments();
  const products = data.toSorted(
    (a, b) =>
      Number(issuedProductLifecycle.isOver(a.loanStatus)) - Number(issuedProductLifecycle.isOver(b.loanStatus)) ||
      b.createdAt.localeCompare(a.createdAt),
  );
  const title = t`My financing`;
  return (
    <div className="grid gap-6">
      <title>{title}</title>
      <Heading takesFocus={takesFocus}>{title}</Heading>
      {elsewhere && <ElsewhereNotice {...elsewhere} />}
      {products.length === 0 ? (
        <EmptyState title={t`No financing yet`}>
          <Trans>Your financing appears here as soon as it is set up.</Trans>
        </EmptyState>
      ) : (
        <ul className="grid items-start gap-6 lg:grid-cols-2">
          {products.map((product) => (
            <li key={product.id}>
              <ProductCard product={product} documents={documents} />
            </li>
          ))}
        </ul>
      )}
      <FormFooter primary={{ label: t`Close`, onPress: () => void session.leave().catch(showError), id: "close" }} />
    </div>
  );
}

/** What waits for the owner outside of this page, and the way to it. */
function ElsewhereNotice({ alert, open }: Elsewhere) {
  const { t } = useLingui();
  const words = {
    NEW_OFFERS_AVAILABLE: { title: t`New offers available`, open: t`See the offers` },
    ACCEPTED_OFFERS_PROCESSING: { title: t`Accepted offers processing`, open: t`See where it stands` },
    MORE_INFORMATION_NEEDED: { title: t`More information needed`, open: t`Give the information` },
    EXPIRED_OFFERS: { title: t`Expired offers`, open: t`See the expired offers` },
  }[alert];
  return (
    <Notice tone="info" title={words.title}>
      <Button variant="text" onClick={open}>
        {words.open}
      </Button>
    </Notice>
  );
}
