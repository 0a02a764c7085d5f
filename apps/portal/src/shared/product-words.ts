import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { useLingui } from "@lingui/react/macro";

/** The name and purpose of each product. A cash advance buys future sales, so its texts never call it a loan. */
export function useProductWords(): Record<ProductType, { name: string; what: string }> {
  const { t } = useLingui();
  return {
    TERM_LOAN: { name: t`Term loan`, what: t`One amount now, repaid in equal monthly payments` },
    LOC_TERM_LOAN: { name: t`Line of credit`, what: t`Draw what you need, when you need it` },
    FAST_PAY: { name: t`Invoice financing`, what: t`Get paid now for invoices your customers pay later` },
    EXTEND_PAY_PURCHASE_ORDER: {
      name: t`Accounts payable financing`,
      what: t`We pay your suppliers now, and you pay us back later`,
    },
    MCA: { name: t`Merchant cash advance`, what: t`An amount now, in exchange for a share of future sales` },
    INTEGRATED_MCA: {
      name: t`Integrated cash advance`,
      what: t`An amount now, settled from your card sales as they happen`,
    },
  };
}
