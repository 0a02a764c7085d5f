import { Button } from "./button.tsx";

type PagerProps = {
  /** From 1. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
  /** `where` says where one is, for example "Page 2 of 5". */
  labels: { navigation: string; previous: string; next: string; where: string };
};

/** Keeps both buttons in their places, so that nobody who clicks twice hits another thing. */
export function Pager({ page, pages, onPage, labels }: PagerProps) {
  return (
    <nav aria-label={labels.navigation} className="@container">
      {/* Where there is little room, the words stand above the buttons. */}
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <Step label={labels.previous} isEnd={page <= 1} onGo={() => onPage(page - 1)} />
        <p aria-live="polite" className="type-small order-first basis-full text-center @xs:order-none @xs:basis-auto">
          {labels.where}
        </p>
        <Step label={labels.next} isEnd={page >= pages} onGo={() => onPage(page + 1)} />
      </div>
    </nav>
  );
}

function Step({ label, isEnd, onGo }: { label: string; isEnd: boolean; onGo: () => void }) {
  return (
    <Button variant="secondary" aria-disabled={isEnd} onClick={onGo}>
      {label}
    </Button>
  );
}
