import type { ReactNode } from "react";
import { Heading } from "../../shared/page/heading.tsx";

type ProductTitleProps = { name: string; takesFocus: boolean; children?: ReactNode };

/** The name of a product as the heading of its page, with its status beside it. */
export function ProductTitle({ name, takesFocus, children }: ProductTitleProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <title>{name}</title>
      <Heading takesFocus={takesFocus}>{name}</Heading>
      {children}
    </div>
  );
}
