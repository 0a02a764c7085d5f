import { useEffect, useEffectEvent, useRef } from "react";
import { ChevronIcon } from "../icons/chevron-icon.tsx";
import { Drawer } from "./drawer.tsx";

type MenuDrawerProps = {
  title: string;
  closeLabel: string;
  entries: readonly { id: string; label: string; description?: string; onOpen: () => void }[];
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
        {entries.map(({ id, label: name, description, onOpen }) => (
          <li key={id} className="border-b border-line last:border-b-0">
            <button
              type="button"
              className="flex min-h-14 w-full cursor-pointer items-center gap-3 py-2 text-left hover:bg-tint"
              onClick={() => {
                chosen.current = onOpen;
                onClose();
              }}
            >
              <span className="grid min-w-0 grow wrap-anywhere">
                <span className="font-semibold">{name}</span>
                {description && <span className="type-small">{description}</span>}
              </span>
              <span className="-rotate-90">
                <ChevronIcon />
              </span>
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
