import { cancelInvoice } from "@inlay/contracts/calls/invoices.ts";
import type { InvoiceLine, ShownInvoice } from "@inlay/contracts/servicing/invoice-line.ts";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { FormFooter } from "../../../shared/forms/form-footer.tsx";
import { Heading } from "../../../shared/page/heading.tsx";
import { usePortalSession } from "../../../shared/session/portal-session.tsx";
import { useReadAgain } from "./use-invoice-line.ts";
import { invoiceName } from "./use-invoice-words.ts";

type CancelUploadProps = { line: InvoiceLine; invoice: ShownInvoice; onBack: () => void; onGone: () => void };

/** Confirms that an upload is cancelled, and says that it is, or that there was a problem. */
export function CancelUpload({ line, invoice, onBack, onGone }: CancelUploadProps) {
  const { t } = useLingui();
  const { ask, report } = usePortalSession();
  const readAgain = useReadAgain(line.issuedProductId);
  const { id } = invoice;
  const cancel = useMutation({
    mutationFn: () => ask(cancelInvoice, { params: { id } }),
    onError: () => report({ eventType: "INVOICE_CANCEL_FAILED", invoiceId: id }),
  });
  if (cancel.isSuccess)
    return (
      <div className="grid gap-6">
        <title>{t`Upload cancelled`}</title>
        <Heading takesFocus>{t`Upload cancelled`}</Heading>
        <p>
          <Trans>Nothing is financed and nothing is owed. That part of your limit is free again.</Trans>
        </p>
        <FormFooter primary={{ label: t`Done`, onPress: () => void readAgain().then(onGone) }} canSwitch={false} />
      </div>
    );
  return (
    <div className="grid gap-6">
      <title>{t`Cancel upload`}</title>
      <div className="grid gap-2">
        <Heading takesFocus>{t`Cancel upload`}</Heading>
        <p className="max-w-[56ch] wrap-anywhere">{invoiceName(invoice)}</p>
        <p className="max-w-[56ch] text-ink-soft">
          <Trans>The invoice is not financed. You can upload it again later.</Trans>
        </p>
      </div>
      <FormFooter
        primary={{
          label: t`Cancel upload`,
          onPress: () => !cancel.isPending && cancel.mutate(),
          busy: cancel.isPending,
        }}
        onBack={onBack}
        canSwitch={false}
      >
        {cancel.isError && (
          <Notice tone="error">
            <p>
              <Trans>
                There was a problem cancelling your invoice. Our team has been notified and will be investigating
                further.
              </Trans>
            </p>
          </Notice>
        )}
      </FormFooter>
    </div>
  );
}
