import { useEffect, useRef } from "react";

/** The heading of a screen. After somebody moved here it takes the focus, so that a screen reader says where they are. */
export function Heading({ takesFocus, children }: { takesFocus: boolean; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <h1 ref={heading} tabIndex={-1} className={`type-title wrap-anywhere ${children.length > 60 ? "text-lead" : ""}`}>
      {children}
    </h1>
  );
}
