import {
  downloadStatements,
  type IssuedProductDocument,
  listIssuedProductDocuments,
} from "@inlay/contracts/calls/documents.ts";
import type { IssuedProduct } from "@inlay/contracts/issued-product.ts";
import { isAdvance } from "@inlay/lending/onboarding/product-choice.ts";
import { mostStatements } from "@inlay/lending/servicing/statement.ts";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useSuspenseQueries, useSuspenseQuery } from "@tanstack/react-query";
import type { PageProps } from "../../products/servicing/pages.ts";
import { issuedProductsQuery } from "../../shared/api/queries.ts";
import { useWords } from "../../shared/language/words.ts";
import { usePortalSession } from "../../shared/session/portal-session.tsx";
import { DownloadList } from "./download-list.tsx";
import { useProductGroup } from "./use-product-group.ts";

/** The monthly statements of a product, or of all products. */
export function Statements({ issuedProductId, takesFocus }: PageProps<"STATEMENTS">) {
  const { t } = useLingui();
  const { region } = useWords();
  const session = usePortalSession();
  const groupOf = useProductGroup();
  const { data: all } = useSuspenseQuery(issuedProductsQuery(session));
  const products = all.filter(({ id }) => issuedProductId === undefined || id === issuedProductId);
  const lists = useSuspenseQueries({
    queries: products.map(({ id }) => ({
      queryKey: ["statements", id],
      queryFn: async () =>
        (
          await session.ask(listIssuedProductDocuments, {
            params: { id },
            query: { documentType: "STATEMENT" },
          })
        ).documents,
      gcTime: 0,
    })),
  });
  const describe = useDescription();
  const month = new Intl.DateTimeFormat(region, { month: "long", year: "numeric", timeZone: "UTC" });
  return (
    <DownloadList
      title={products.some(isOfAdvance) ? t`Statements` : t`Loan statements`}
      groups={products.map((product, at) => ({
        ...groupOf(product),
        documents: (lists[at]?.data ?? []).flatMap(({ id, statement }) =>
          statement
            ? {
                id,
                name: startingUpper(month.format(new Date(`${statement.month}T00:00:00Z`)), region),
                description: describe(product, statement),
              }
            : [],
        ),
      }))}
      empty={{
        title: t`No statements yet`,
        text: t`On the first of each month you find a statement of the month before here.`,
      }}
      labels={{
        download: (count) =>
          count === 0 ? t`Download` : plural(count, { one: "Download # statement", other: "Download # statements" }),
        nothingTicked: t`Tick at least one statement.`,
        tooMany: t`Tick at most ${mostStatements} statements.`,
        failed: t`An error occurred when downloading the statement(s). We're looking into the issue and apologize for the inconvenience.`,
      }}
      most={mostStatements}
      onDownload={(documentIds) => session.ask(downloadStatements, { body: { documentIds } })}
      onFailed={(ids) => {
        for (const issuedProductId of ids) session.report({ eventType: "STATEMENTS_DOWNLOAD_FAILED", issuedProductId });
      }}
      takesFocus={takesFocus}
    />
  );
}

const isOfAdvance = ({ servicingData }: IssuedProduct): boolean => isAdvance(servicingData.product);

/** Spanish months are written small, and here they begin a line. */
const startingUpper = (text: string, region: string): string =>
  `${text.slice(0, 1).toLocaleUpperCase(region)}${text.slice(1)}`;

type StatementFacts = NonNullable<IssuedProductDocument["statement"]>;

function useDescription(): (product: IssuedProduct, statement: StatementFacts) => string {
  const { t } = useLingui();
  const { region } = useWords();
  const exact = new Intl.NumberFormat(region, { style: "currency", currency: "USD" });
  return (product, { paidCents, principalCents, totalCents, version }) => {
    const [paid, principal, total] = [paidCents, principalCents, totalCents].map((one) => exact.format(one / 100));
    const left = isOfAdvance(product) ? t`Paid ${paid} · Left ${total}` : t`Paid ${paid} · Principal left ${principal}`;
    return version > 1 ? t`${left} · Corrected` : left;
  };
}
