import { useEffect, useRef } from "react";

type HeadingProps = { takesFocus: boolean; children: string };

/** The heading of a screen. It takes the focus after a navigation, so that a screen reader announces the screen. */
export function Heading({ takesFocus, children }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "nearest" });
  }, [takesFocus]);
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className={`type-title scroll-mt-40 wrap-anywhere ${children.length > 80 ? "text-lead" : ""}`}
    >
      {children}
    </h1>
  );
}
