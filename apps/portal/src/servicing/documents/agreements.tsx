import { downloadLoanApplicationDocuments } from "@inlay/contracts/calls/documents.ts";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import type { PageProps } from "../../products/servicing/pages.ts";
import { issuedProductsQuery } from "../../shared/api/queries.ts";
import { useWords } from "../../shared/language/words.ts";
import { usePortalSession } from "../../shared/session/portal-session.tsx";
import { signedDocumentsQuery } from "../signed-documents.tsx";
import { DownloadList } from "./download-list.tsx";
import { useProductGroup } from "./use-product-group.ts";

/** The most documents that the call accepts. */
const mostAgreements = 100;

/** The signed agreements and disclosures of a product, or of all products. */
export function Agreements({ issuedProductId, takesFocus }: PageProps<"AGREEMENTS">) {
  const { t } = useLingui();
  const { region } = useWords();
  const session = usePortalSession();
  const groupOf = useProductGroup();
  const { data: all } = useSuspenseQuery(issuedProductsQuery(session));
  const { data: documents } = useSuspenseQuery(signedDocumentsQuery(session));
  const products = all.filter(({ id }) => issuedProductId === undefined || id === issuedProductId);
  const day = new Intl.DateTimeFormat(region, { dateStyle: "medium" });
  const names = { AGREEMENT: t`Agreement`, DISCLOSURE: t`Disclosure` };
  return (
    <DownloadList
      title={t`Agreements`}
      groups={products.map((product) => ({
        ...groupOf(product),
        documents: documents
          .filter(({ offerId }) => offerId === product.offerId)
          .map(({ id, documentType, createdAt }) => {
            const signedOn = day.format(new Date(createdAt));
            return { id, name: names[documentType], description: t`Signed ${signedOn}` };
          }),
      }))}
      empty={{ title: t`No agreements yet`, text: t`What you have signed appears here.` }}
      labels={{
        download: (count) =>
          count === 0 ? t`Download` : plural(count, { one: "Download # agreement", other: "Download # agreements" }),
        nothingTicked: t`Tick at least one agreement.`,
        tooMany: t`Tick at most ${mostAgreements} agreements.`,
        failed: t`An error occurred when downloading the agreement(s). We're looking into the issue and apologize for the inconvenience.`,
      }}
      most={mostAgreements}
      onDownload={(ids) =>
        session.ask(downloadLoanApplicationDocuments, {
          body: { loanApplicationDocumentDetails: ids.map((id) => ({ loanApplicationDocumentId: id })) },
        })
      }
      onFailed={() => session.report({ eventType: "AGREEMENTS_DOWNLOAD_FAILED" })}
      takesFocus={takesFocus}
    />
  );
}
