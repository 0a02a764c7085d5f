import type { ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { Menu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { listClasses, listItemClasses, popoverClasses } from "../fields/list-classes.ts";
import { ChevronIcon } from "../icons/chevron-icon.tsx";

type MenuEntry<Id extends string> = {
  id: Id;
  label: string;
  description?: string;
  isDangerous?: boolean;
  /** The selected entry. */
  isCurrent?: boolean;
};

type PopoverMenuProps<Id extends string> = {
  label: string;
  /** The heading above the entries. */
  lead?: ReactNode;
  entries: readonly MenuEntry<Id>[];
  onAction: (id: Id) => void;
};

export function PopoverMenu<Id extends string>({ label, lead, entries, onAction }: PopoverMenuProps<Id>) {
  const current = entries.find((entry) => entry.isCurrent);
  return (
    <MenuTrigger>
      <Button className="type-small inline-flex min-h-11 max-w-full cursor-pointer items-center gap-2 rounded-pill border border-line bg-card px-4 text-left hover:bg-tint">
        <span className="truncate">{label}</span>
        <ChevronIcon />
      </Button>
      <Popover placement="bottom end" className={`${popoverClasses} max-w-[min(--spacing(80),100vw-1.5rem)] min-w-52`}>
        {lead && <p className="type-small px-4.5 pt-3">{lead}</p>}
        <Menu
          className={listClasses}
          {...(current && { selectionMode: "single", selectedKeys: [current.id], disallowEmptySelection: true })}
        >
          {entries.map(({ id, label: name, description, isDangerous = false }) => (
            <MenuItem
              key={id}
              id={id}
              textValue={name}
              onAction={() => onAction(id)}
              className={`${listItemClasses} ${isDangerous ? "text-bad" : ""}`}
            >
              <span>{name}</span>
              {description && <span className="type-small">{description}</span>}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
