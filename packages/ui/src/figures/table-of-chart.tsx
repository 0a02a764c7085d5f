import type { ComponentProps } from "react";
import { ChevronIcon } from "../icons/chevron-icon.tsx";
import { DataTable } from "./data-table.tsx";

type TableOfChartProps<Row> = ComponentProps<typeof DataTable<Row>> & {
  /** What opens and closes the table: "Show as a table". */
  toggle: string;
};

/** The figures of a chart as a table, for people who cannot see the chart or want to know exactly. */
export function TableOfChart<Row>({ toggle, ...table }: TableOfChartProps<Row>) {
  return (
    <details className="group">
      <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center gap-2 text-small text-link underline underline-offset-3 [&::-webkit-details-marker]:hidden">
        {toggle}
        <span className="shrink-0 group-open:rotate-180 motion-safe:transition-transform">
          <ChevronIcon />
        </span>
      </summary>
      <DataTable {...table} />
    </details>
  );
}
