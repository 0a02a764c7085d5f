import { Button } from "../button.tsx";

type PagerProps = {
  /** Counted from 1. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
  /** `where` is the current position as text, for example "Page 2 of 5". */
  labels: { navigation: string; previous: string; next: string; where: string };
};

/** Both buttons keep their places, so that a double click does not hit another control. */
export function Pager({ page, pages, onPage, labels }: PagerProps) {
  return (
    <nav aria-label={labels.navigation} className="@container">
      {/* On a narrow screen the text is above the buttons. */}
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
