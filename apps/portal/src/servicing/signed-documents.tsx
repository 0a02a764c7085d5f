import {
  downloadLoanApplicationDocument,
  type LoanApplicationDocument,
  listLoanApplicationDocuments,
} from "@inlay/contracts/calls/documents.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Skeleton } from "@inlay/ui/feedback/skeleton.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { queryOptions, type UseQueryResult, useMutation, useQuery } from "@tanstack/react-query";
import { saveFile } from "../shared/documents/save-file.ts";
import { useErrorBanner } from "../shared/page/banners.tsx";
import { type PortalSession, usePortalSession } from "../shared/session/portal-session.tsx";

export type SignedDocumentsQuery = UseQueryResult<LoanApplicationDocument[]>;

/** The signed documents of all products. */
export const signedDocumentsQuery = ({ ask }: Pick<PortalSession, "ask">) =>
  queryOptions({
    queryKey: ["signed documents"],
    queryFn: async () => (await ask(listLoanApplicationDocuments, {})).documents,
    gcTime: 0,
  });

/** The products are shown without them until they are loaded. */
export const useSignedDocuments = (): SignedDocumentsQuery => useQuery(signedDocumentsQuery(usePortalSession()));

type SignedDocumentsProps = { offerId: string; documents: SignedDocumentsQuery };

/** The documents that were signed for a product, each as a download. */
export function SignedDocuments({ offerId, documents }: SignedDocumentsProps) {
  const { t } = useLingui();
  const own = documents.data?.filter((document) => document.offerId === offerId);
  return (
    <section className="grid gap-1 border-t border-line pt-4">
      <h3 className="font-semibold">
        <Trans>Signed documents</Trans>
      </h3>
      {documents.isPending && (
        <div aria-busy="true" className="grid gap-2 py-2">
          <p role="status" className="sr-only">
            {t`Loading your documents…`}
          </p>
          <Skeleton className="h-4 w-40" />
        </div>
      )}
      {documents.isError && (
        <div className="flex flex-wrap items-center gap-x-4">
          <p>
            <Trans>Your documents could not be loaded.</Trans>
          </p>
          <Button variant="text" onClick={() => void documents.refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      )}
      {own?.length === 0 && (
        <p className="text-ink-soft">
          <Trans>No signed documents yet.</Trans>
        </p>
      )}
      {own && own.length > 0 && (
        <ul className="flex flex-wrap gap-x-6">
          {own.map((document) => (
            <li key={document.id}>
              <Download document={document} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Download({ document }: { document: LoanApplicationDocument }) {
  const { t } = useLingui();
  const { ask, report } = usePortalSession();
  const showError = useErrorBanner();
  const download = useMutation({
    mutationFn: async () => saveFile(await ask(downloadLoanApplicationDocument, { params: { id: document.id } })),
    onError: (error) => {
      showError(
        error,
        t`An error occurred when downloading the agreement(s). We're looking into the issue and apologize for the inconvenience.`,
      );
      report({ eventType: "AGREEMENTS_DOWNLOAD_FAILED" });
    },
  });
  const words = { AGREEMENT: t`Download the agreement`, DISCLOSURE: t`Download the disclosure` };
  return (
    <Button variant="text" busy={download.isPending} onClick={() => download.mutate()}>
      {words[document.documentType]}
    </Button>
  );
}
