import { useEffect, useEffectEvent, useRef } from "react";
import { ChevronIcon } from "../icons/chevron-icon.tsx";
import { Drawer } from "./drawer.tsx";

type Entry = {
  id: string;
  label: string;
  description?: string;
  /** Why the page cannot be opened. The entry can still be focused, and is described by this reason. */
  disabledReason?: string | null;
  onOpen: () => void;
};

type MenuDrawerProps = {
  title: string;
  closeLabel: string;
  entries: readonly Entry[];
  isOpen: boolean;
  onClose: () => void;
};

/** A list of pages at the right edge. */
export function MenuDrawer({ title, closeLabel, entries, isOpen, onClose }: MenuDrawerProps) {
  const chosen = useRef<(() => void) | null>(null);
  // While the drawer is shown it keeps the focus, so a page that takes the focus is opened when the drawer has gone.
  const onGone = () => {
    chosen.current?.();
    chosen.current = null;
  };
  return (
    <Drawer title={title} isOpen={isOpen} onClose={onClose} closeLabel={closeLabel}>
      <ul>
        {entries.map(({ id, label: name, description, disabledReason, onOpen }) => (
          <li key={id} className="border-b border-line last:border-b-0">
            <button
              type="button"
              aria-disabled={disabledReason ? true : undefined}
              className="flex min-h-14 w-full cursor-pointer items-center gap-3 py-2 text-left not-aria-disabled:hover:bg-tint aria-disabled:cursor-default"
              onClick={() => {
                if (disabledReason) return;
                chosen.current = onOpen;
                onClose();
              }}
            >
              <span className="grid min-w-0 grow wrap-anywhere">
                <span className={disabledReason ? "text-ink-soft" : "font-semibold"}>{name}</span>
                {(disabledReason || description) && <span className="type-small">{disabledReason ?? description}</span>}
              </span>
              {!disabledReason && (
                <span className="-rotate-90">
                  <ChevronIcon />
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      <Gone onGone={onGone} />
    </Drawer>
  );
}

function Gone({ onGone }: { onGone: () => void }) {
  const gone = useEffectEvent(onGone);
  useEffect(() => () => gone(), []);
  return null;
}
