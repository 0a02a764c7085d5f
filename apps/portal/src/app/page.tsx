import { monogramOf } from "@inlay/contracts/theme/monogram.ts";
import { type ReactNode, useState } from "react";
import { LanguageSwitch } from "../shared/language/language-switch.tsx";
import { PageCornerProvider } from "../shared/page/page-corner.ts";

type PageProps = {
  /** Inside a platform's page, which has its own header and footer. */
  embedded?: boolean;
  brand?: { name: string; logoUrl: string | null } | undefined;
  /** The help button, in the same place on every page. */
  help?: ReactNode;
  corner?: ReactNode;
  /** The corner is not known yet. The links beside it are shown when it is, so that none of them moves. */
  isCornerPending?: boolean;
  foot?: ReactNode;
  children: ReactNode;
};

export function Page({ embedded = false, brand, help, corner, isCornerPending = false, foot, children }: PageProps) {
  const [cornerOfScreen, setCornerOfScreen] = useState<HTMLElement | null>(null);
  // The frame takes the height of its contents. A minimum of the viewport's height would make it grow without end.
  const room = embedded
    ? "px-4 pb-4 sm:px-6 sm:pb-6"
    : "flex min-h-[calc(100dvh-var(--action-bar,0px))] flex-col px-4 pt-4 pb-8 sm:px-6 sm:pt-6";
  return (
    <div className={`mx-auto max-w-280 ${room}`}>
      <header className={`flex min-h-12 flex-wrap items-center gap-x-4 ${embedded ? "mb-1" : "mb-6 sm:mb-10"}`}>
        {brand && !embedded && (
          <p className="flex min-w-28 shrink basis-0 grow items-center gap-2.5 font-semibold">
            {brand.logoUrl ? (
              <img src={brand.logoUrl} alt="" className="size-7 shrink-0 rounded-[8px] object-contain" />
            ) : (
              <Monogram name={brand.name} />
            )}
            <span className="wrap-anywhere">{brand.name}</span>
          </p>
        )}
        <div
          className={`ml-auto flex flex-wrap items-center justify-end gap-x-5 gap-y-1 ${isCornerPending ? "invisible" : ""}`}
        >
          <LanguageSwitch />
          {help}
          {corner}
          <div ref={setCornerOfScreen} className="empty:hidden" />
        </div>
      </header>
      <PageCornerProvider value={cornerOfScreen}>
        <main className="peer">{children}</main>
      </PageCornerProvider>
      {foot && (
        // What is loading may bring an action bar, which takes room at the foot of the window. The footer is shown where it stays.
        <footer className="mt-auto grid gap-1 pt-12 text-small text-ink-soft peer-has-[[data-loading]]:invisible">
          {foot}
        </footer>
      )}
    </div>
  );
}

function Monogram({ name }: { name: string }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-7 shrink-0 place-items-center rounded-[8px] bg-primary text-small font-bold text-on-primary"
    >
      {monogramOf(name)}
    </span>
  );
}
