import { beforePeriod } from "@inlay/contracts/before-period.ts";
import { isAdvance } from "@inlay/lending/onboarding/product-choice.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { Trans } from "@lingui/react/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import { contactQuery } from "../../shared/api/queries.ts";
import { usePortalSession } from "../../shared/session/portal-session.tsx";

export const useContact = () => useSuspenseQuery(contactQuery(usePortalSession())).data;

/**
 * Who pays the money, and under which license. The license is for loans, so a page about advances only is without it. The page outside a
 * frame has this in its own footer.
 */
export function Licensing({ products = [] }: { products?: readonly ProductType[] }) {
  const { host } = usePortalSession();
  const contact = useContact();
  if (!host || !contact) return null;
  const lenderAtEnd = beforePeriod(contact.lenderName);
  const isAboutAdvances = products.length > 0 && products.every(isAdvance);
  return (
    <p className="type-small">
      <Trans>Financing by {lenderAtEnd}.</Trans> {!isAboutAdvances && <span lang="en">{contact.licenseLine}</span>}
    </p>
  );
}
