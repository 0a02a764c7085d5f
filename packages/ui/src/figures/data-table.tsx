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

/** The name of the column stands before the value. Screen readers announce the column by themselves. */
const phoneLine =
  "max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-4 max-sm:before:text-small max-sm:before:text-ink-soft max-sm:before:content-[attr(data-label)_/_'']";

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
  /** On a phone each row is a block with a line for each column, because its columns do not fit side by side. */
  isListOnPhone?: boolean;
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
  isListOnPhone = false,
}: DataTableProps<Row>) {
  if (rows.length === 0 && empty) return <>{empty}</>;
  // A browser no longer announces the parts of a table that are laid out as blocks by themselves.
  const role = (name: string) => (isListOnPhone ? { role: name } : {});
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the table must be scrollable by keyboard.
    <section aria-label={label} tabIndex={0} className="overflow-x-auto">
      <table {...role("table")} className={clsx("w-full border-collapse", isListOnPhone && "max-sm:block")}>
        <caption className={showLabel ? "type-small pb-3 text-left" : "sr-only"}>{label}</caption>
        <thead {...role("rowgroup")} className={isListOnPhone ? "max-sm:sr-only" : ""}>
          <tr {...role("row")} className="border-b border-line">
            {columns.map(({ id, label: name, isFigure = false, isSortable = false }) => {
              const direction = sort?.columnId === id ? sort.direction : undefined;
              return (
                <th
                  key={id}
                  scope="col"
                  {...role("columnheader")}
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
        <tbody {...role("rowgroup")} className={isListOnPhone ? "max-sm:block" : ""}>
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              {...role("row")}
              className={clsx("border-b border-line", isListOnPhone && "max-sm:grid max-sm:gap-1 max-sm:py-3")}
            >
              {columns.map(({ id, label: name, cell, isFigure = false, isRowHeader = false }) => {
                const Cell = isRowHeader ? "th" : "td";
                return (
                  <Cell
                    key={id}
                    {...(isRowHeader && { scope: "row" })}
                    {...role(isRowHeader ? "rowheader" : "cell")}
                    {...(isListOnPhone && !isRowHeader && { "data-label": name })}
                    className={clsx(
                      "font-normal sm:not-last:pr-4",
                      isListOnPhone ? "sm:h-11 sm:py-1.5" : "h-11 py-1.5 not-last:pr-2",
                      isListOnPhone && !isRowHeader && phoneLine,
                      isFigure ? "text-right whitespace-nowrap" : "text-left",
                    )}
                  >
                    {isListOnPhone && !isRowHeader ? <div className="max-sm:text-right">{cell(row)}</div> : cell(row)}
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
