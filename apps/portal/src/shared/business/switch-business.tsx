import { lazy, Suspense } from "react";
import { useBusiness } from "./business-context.tsx";

// Most people have one business, so the menu is loaded only for the others.
const BusinessMenu = lazy(async () => ({ default: (await import("./business-menu.tsx")).BusinessMenu }));

export function SwitchBusiness() {
  const { business } = useBusiness();
  if (business.allBusinessUsers.length < 2) return null;
  return (
    <Suspense>
      <BusinessMenu />
    </Suspense>
  );
}
