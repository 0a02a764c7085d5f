import type { ReactNode } from "react";

type PageProps = {
  /** Inside a platform's page, which has a head and a foot of its own. */
  embedded?: boolean;
  brand?: { name: string; logoUrl: string | null };
  corner?: ReactNode;
  foot?: ReactNode;
  children: ReactNode;
};

export function Page({ embedded = false, brand, corner, foot, children }: PageProps) {
  // As tall as its contents in a frame, which follows; a frame that is as tall as itself would grow for ever.
  const room = embedded ? "p-4 sm:p-6" : "flex min-h-dvh flex-col px-4 pt-6 pb-8 sm:px-6 sm:pt-8";
  return (
    <div className={`mx-auto max-w-280 ${room}`}>
      {!embedded && (
        <header className="mb-8 flex min-h-11 items-center gap-4 sm:mb-12">
          {brand && (
            <p className="flex min-w-0 items-center gap-2.5 font-semibold">
              {brand.logoUrl ? (
                <img src={brand.logoUrl} alt="" className="size-7 shrink-0 rounded-[8px] object-contain" />
              ) : (
                <span aria-hidden="true" className="size-7 shrink-0 rounded-[8px] bg-primary" />
              )}
              <span className="wrap-anywhere">{brand.name}</span>
            </p>
          )}
          {corner && <div className="ml-auto shrink-0">{corner}</div>}
        </header>
      )}
      <main>{children}</main>
      {foot && <footer className="mt-auto grid gap-1 pt-12 text-small text-ink-soft">{foot}</footer>}
    </div>
  );
}
