import { Pager } from "@inlay/ui/figures/pager.tsx";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";

const rowsOnPage = 12;

/** The rows of one page of a table of draws or of their payments. */
export function useRowPages<Row>(all: readonly Row[]) {
  const [chosen, setPage] = useState(1);
  const pages = Math.max(1, Math.ceil(all.length / rowsOnPage));
  const page = Math.min(chosen, pages);
  return { page, pages, setPage, rows: all.slice((page - 1) * rowsOnPage, page * rowsOnPage) };
}

type RowPagesProps = { page: number; pages: number; setPage: (page: number) => void; label: string };

/** The way between the pages of a table; nothing if there is one. */
export function RowPages({ page, pages, setPage, label }: RowPagesProps) {
  const { t } = useLingui();
  if (pages === 1) return null;
  return (
    <Pager
      page={page}
      pages={pages}
      onPage={setPage}
      labels={{
        navigation: label,
        previous: t`Previous`,
        next: t`Next`,
        where: t`Page ${page} of ${pages}`,
      }}
    />
  );
}
