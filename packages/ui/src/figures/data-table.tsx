import { clsx } from "clsx";
import type { ReactNode } from "react";

type Column<Row> = {
  id: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /** Aligns figures to the right. */
  isFigure?: boolean;
  /** The column is the row header: screen readers announce it with every cell of the row. */
  isRowHeader?: boolean;
  isSortable?: boolean;
};

export type Sort = { columnId: string; direction: "ascending" | "descending" };

type DataTableProps<Row> = {
  /** The caption. Screen readers announce it; it is visible if `showLabel` is set. */
  label: string;
  showLabel?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  sort?: Sort | null;
  onSort?: (sort: Sort) => void;
  /** Shown if there are no rows. */
  empty?: ReactNode;
};

/** A plain table: read-only data needs no keyboard grid. It scrolls horizontally if there is too little room. */
export function DataTable<Row>({
  label,
  showLabel = false,
  columns,
  rows,
  rowKey,
  sort,
  onSort,
  empty,
}: DataTableProps<Row>) {
  if (rows.length === 0 && empty) return <>{empty}</>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the table must be scrollable by keyboard.
    <section aria-label={label} tabIndex={0} className="overflow-x-auto">
      <table className="w-full border-collapse">
        <caption className={showLabel ? "type-small pb-3 text-left" : "sr-only"}>{label}</caption>
        <thead>
          <tr className="border-b border-line">
            {columns.map(({ id, label: name, isFigure = false, isSortable = false }) => {
              const direction = sort?.columnId === id ? sort.direction : undefined;
              return (
                <th
                  key={id}
                  scope="col"
                  aria-sort={isSortable ? (direction ?? "none") : undefined}
                  className={clsx(
                    "type-small pb-2 align-middle font-semibold not-last:pr-2 sm:not-last:pr-4",
                    isFigure ? "text-right" : "text-left",
                  )}
                >
                  {isSortable && onSort ? (
                    <button
                      type="button"
                      onClick={() =>
                        onSort({ columnId: id, direction: direction === "ascending" ? "descending" : "ascending" })
                      }
                      className="inline-flex min-h-8 cursor-pointer items-center gap-1 font-semibold hover:underline"
                    >
                      {name}
                      <span aria-hidden="true" className={direction ? "" : "opacity-40"}>
                        {direction === "descending" ? "↓" : "↑"}
                      </span>
                    </button>
                  ) : (
                    name
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="border-b border-line">
              {columns.map(({ id, cell, isFigure = false, isRowHeader = false }) => {
                const Cell = isRowHeader ? "th" : "td";
                return (
                  <Cell
                    key={id}
                    {...(isRowHeader && { scope: "row" })}
                    className={clsx(
                      "h-11 py-1.5 font-normal not-last:pr-2 sm:not-last:pr-4",
                      isFigure ? "text-right whitespace-nowrap" : "text-left",
                    )}
                  >
                    {cell(row)}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
