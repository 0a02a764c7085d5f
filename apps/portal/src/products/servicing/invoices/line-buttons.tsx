import type { InvoiceLine } from "@inlay/contracts/servicing/invoice-line.ts";
import { showsConfirm, showsUpload, whyNotUpload } from "@inlay/lending/servicing/invoice-actions.ts";
import { Button } from "@inlay/ui/button.tsx";
import { useLingui } from "@lingui/react/macro";
import { useServicing } from "../use-servicing.ts";
import { useActionFacts } from "./use-invoice-line.ts";
import { useWhyNotUpload } from "./use-invoice-words.ts";

/** What a person does with a line: upload invoices, or confirm those that a platform has listed. */
export function LineButtons({ line }: { line: InvoiceLine }) {
  const { t } = useLingui();
  const { open } = useServicing();
  const { issuedProductId } = line;
  const facts = useActionFacts(line);
  const reasonOf = useWhyNotUpload();
  return (
    <>
      {showsUpload(facts) && (
        <Button
          disabledReason={reasonOf(whyNotUpload(facts))}
          onClick={() => open({ page: "INVOICE_UPLOAD", issuedProductId })}
        >
          {t`Upload invoices`}
        </Button>
      )}
      {showsConfirm(facts) && (
        <Button onClick={() => open({ page: "INVOICE_SESSION", issuedProductId })}>{t`Confirm invoice details`}</Button>
      )}
    </>
  );
}
