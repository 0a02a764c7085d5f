import type { LoanScheduleRow, TermLoanServicing } from "@inlay/contracts/servicing/term-loan.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Card } from "@inlay/ui/card.tsx";
import { DataTable } from "@inlay/ui/figures/data-table.tsx";
import { Pager } from "@inlay/ui/figures/pager.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { saveFile } from "../../../shared/documents/save-file.ts";
import { Heading } from "../../../shared/page/heading.tsx";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import { useProductWords } from "../../product-screens.ts";
import type { PageProps } from "../../servicing/pages.ts";
import { Activity } from "./activity.tsx";
import { dueDatesCalendar } from "./due-dates-calendar.ts";
import { RowStatus } from "./row-status.tsx";
import { useTermLoan } from "./use-term-loan.ts";

const rowsOnPage = 24;

/** The payments of a loan, the calendar file of those to come, and everything that happened. */
export function LoanHistory({ issuedProductId, takesFocus }: PageProps<"PAYMENT_HISTORY">) {
  const { t } = useLingui();
  const { money, shortDate } = useOfferFormats();
  const loan = useTermLoan(issuedProductId);
  const [page, setPage] = useState(1);
  const { schedule } = loan;
  const pages = Math.max(1, Math.ceil(schedule.length / rowsOnPage));
  return (
    <div className="grid gap-6">
      <title>{t`Payment history`}</title>
      <Heading takesFocus={takesFocus}>{t`Payment history`}</Heading>
      <Card className="grid gap-4">
        <DataTable
          label={t`Payments`}
          columns={[
            {
              id: "date",
              label: t`Date`,
              cell: ({ dueOn, originalDueOn }: LoanScheduleRow) => {
                const signedDay = shortDate(originalDueOn);
                return (
                  <>
                    {shortDate(dueOn)}
                    {originalDueOn !== dueOn && <span className="type-small block">{t`moved from ${signedDay}`}</span>}
                  </>
                );
              },
              isRowHeader: true,
            },
            { id: "payment", label: t`Payment`, cell: ({ amountCents }) => money(amountCents), isFigure: true },
            { id: "status", label: t`Status`, cell: ({ status }) => <RowStatus status={status} /> },
          ]}
          rows={schedule.slice((page - 1) * rowsOnPage, page * rowsOnPage)}
          rowKey={({ obligationId }) => obligationId}
          empty={<Trans>There are no payments yet.</Trans>}
        />
        {pages > 1 && (
          <Pager
            page={page}
            pages={pages}
            onPage={setPage}
            labels={{
              navigation: t`Pages of payments`,
              previous: t`Previous`,
              next: t`Next`,
              where: t`Page ${page} of ${pages}`,
            }}
          />
        )}
        <AddToCalendar loan={loan} />
      </Card>
      <Activity issuedProductId={issuedProductId} today={loan.today} />
    </div>
  );
}

/** A file that any calendar reads, made in the browser: it has no more than the page shows. */
function AddToCalendar({ loan }: { loan: TermLoanServicing }) {
  const { t } = useLingui();
  const { money } = useOfferFormats();
  const { name } = useProductWords()("TERM_LOAN");
  if (loan.schedule.every(({ status }) => status === "PAID")) return null;
  const save = () => {
    const titleOf = ({ amountCents }: LoanScheduleRow) => {
      const amount = money(amountCents);
      return t`${name}: payment of ${amount}`;
    };
    const text = dueDatesCalendar(loan.schedule, { name, titleOf, stampedAt: new Date() });
    saveFile({ fileName: "payments.ics", contents: new TextEncoder().encode(text), mediaType: "text/calendar" });
  };
  return (
    <div>
      <Button variant="text" onClick={save}>
        <Trans>Add the payments to your calendar</Trans>
      </Button>
    </div>
  );
}
