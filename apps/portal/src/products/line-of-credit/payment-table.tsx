import { plainWorksheet } from "@inlay/lending/explain/worksheet.ts";
import { DataTable } from "@inlay/ui/figures/data-table.tsx";
import { useLingui } from "@lingui/react/macro";
import { useOfferFormats } from "../offers/use-offer-formats.ts";
import { drawOf, type Line } from "./draw.ts";
import { useLineWords } from "./line-words.ts";

type PaymentTableProps = { offer: Line; amountCents: number };

/** Every payment of a draw with its parts, and the maintenance fee of the month. */
export function PaymentTable({ offer, amountCents }: PaymentTableProps) {
  const { t } = useLingui();
  const { money, shortDate } = useOfferFormats();
  const { chargeName } = useLineWords(offer);
  const { schedule, monthlyMaintenanceFeeCents: maintenanceCents } = drawOf(offer, amountCents, plainWorksheet);
  const rows = schedule.map((row) => ({ ...row, paidCents: row.paymentCents + maintenanceCents }));
  return (
    <div className="min-w-0 text-small max-sm:text-tiny">
      <DataTable
        label={t`All payments of the draw`}
        columns={[
          { id: "date", label: t`Date`, cell: ({ dueOn }) => shortDate(dueOn), isRowHeader: true },
          { id: "paid", label: t`You pay`, cell: ({ paidCents }) => money(paidCents), isFigure: true },
          { id: "principal", label: t`Draw`, cell: ({ principalCents }) => money(principalCents), isFigure: true },
          { id: "interest", label: chargeName, cell: ({ interestCents }) => money(interestCents), isFigure: true },
          ...(maintenanceCents > 0
            ? [{ id: "maintenance", label: t`Maintenance`, cell: () => money(maintenanceCents), isFigure: true }]
            : []),
        ]}
        rows={rows}
        rowKey={({ number }) => String(number)}
      />
    </div>
  );
}
