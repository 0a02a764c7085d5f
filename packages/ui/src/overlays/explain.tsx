import { lazy, type ReactNode, Suspense, useRef, useState } from "react";

type ExplainProps = {
  /** The figure, which opens its explanation. */
  figure: ReactNode;
  /** The name of the button for screen readers: "$4,584.00, how we get this number". */
  label: string;
  title: string;
  closeLabel: string;
  /** It is made only when it is opened. */
  children: () => ReactNode;
};

/** Overlays are larger than the pages with such figures, so they are loaded when a person is about to open one. */
const load = () => import("./explanation.tsx");
const Explanation = lazy(async () => ({ default: (await load()).Explanation }));

/** A figure that opens its derivation: beside it on a wide screen and in a frame, in a sheet at the foot of a phone. */
export function Explain({ figure, label, title, closeLabel, children }: ExplainProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const preload = () => void load().catch(() => undefined);
  return (
    <>
      <button
        ref={trigger}
        type="button"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(true)}
        className="cursor-pointer border-b border-dotted border-field-line font-semibold tabular-nums hover:border-solid hover:text-link aria-expanded:border-solid aria-expanded:border-link aria-expanded:text-link print:border-0"
      >
        {figure}
      </button>
      {isOpen && (
        <Suspense>
          <Explanation trigger={trigger} title={title} closeLabel={closeLabel} onClose={() => setOpen(false)}>
            {children()}
          </Explanation>
        </Suspense>
      )}
    </>
  );
}
