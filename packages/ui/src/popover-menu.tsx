import { Button } from "react-aria-components/Button";
import { Menu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { ChevronIcon } from "./chevron-icon.tsx";
import { listItemLook, listLook, popoverLook } from "./list-look.ts";

type MenuEntry<Id extends string> = {
  id: Id;
  label: string;
  description?: string;
  isDangerous?: boolean;
};

type PopoverMenuProps<Id extends string> = {
  label: string;
  entries: readonly MenuEntry<Id>[];
  onAction: (id: Id) => void;
};

export function PopoverMenu<Id extends string>({ label, entries, onAction }: PopoverMenuProps<Id>) {
  return (
    <MenuTrigger>
      <Button className="type-small inline-flex min-h-11 max-w-full cursor-pointer items-center gap-2 rounded-pill border border-line bg-card px-4 text-left hover:bg-tint">
        <span className="truncate">{label}</span>
        <ChevronIcon />
      </Button>
      <Popover placement="bottom end" className={`${popoverLook} max-w-80 min-w-52`}>
        <Menu className={listLook}>
          {entries.map(({ id, label: name, description, isDangerous = false }) => (
            <MenuItem
              key={id}
              id={id}
              textValue={name}
              onAction={() => onAction(id)}
              className={`${listItemLook} ${isDangerous ? "text-bad" : ""}`}
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
