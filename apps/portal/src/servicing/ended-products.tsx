import type { ServicingHome } from "@inlay/contracts/servicing/home.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useOfferFormats } from "../products/offers/use-offer-formats.ts";
import { useProductWords } from "../products/product-screens.ts";
import { LoanStatusBadge } from "../products/servicing/loan-status.tsx";
import { useServicing } from "../products/servicing/use-servicing.ts";
import { useWords } from "../shared/language/words.ts";

/** Products that are over, with the way to what was signed. */
export function EndedProducts({ products }: { products: ServicingHome["endedProducts"] }) {
  const { t } = useLingui();
  const { open } = useServicing();
  const { money } = useOfferFormats();
  const { day } = useWords();
  const wordsOf = useProductWords();
  if (products.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h2 className="type-subheader">
        <Trans>Earlier financing</Trans>
      </h2>
      <ul>
        {products.map(({ id, productType, loanStatus, amountCents, createdAt }) => {
          const { name } = wordsOf(productType);
          const opened = day(createdAt.slice(0, 10));
          return (
            <li
              key={id}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2 last:border-b-0"
            >
              <div className="grid min-w-40 grow">
                <p className="font-semibold wrap-anywhere">{name}</p>
                <p className="type-small">
                  <Trans>Opened {opened}</Trans>
                </p>
              </div>
              <LoanStatusBadge status={loanStatus} />
              <p className="font-semibold tabular-nums">{money(amountCents)}</p>
              <Button
                variant="text"
                aria-label={t`Open ${name}`}
                onClick={() => open({ page: "PRODUCT", issuedProductId: id })}
              >
                <Trans>Open</Trans>
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
