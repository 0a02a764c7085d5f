import { deleteCoOwner, listCoOwners } from "@inlay/contracts/calls/co-owners.ts";
import type { CoOwner } from "@inlay/contracts/onboarding/co-owner.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { usePortalSession } from "../../shared/session/portal-session.tsx";
import type { StepScreen } from "../step-screen.ts";
import { OwnerForm } from "./collect-secondary-business-owner-details/owner-form.tsx";
import { OwnerList, type OwnersAgain } from "./collect-secondary-business-owner-details/owner-list.tsx";

type Place = { at: "LIST"; isReturn: boolean } | { at: "OWNER"; owner: CoOwner | null };

/** The other owners of the business: the list of owners, and the form of one owner. */
export function CollectSecondaryBusinessOwnerDetails(
  props: StepScreen<"COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS"> & { again?: OwnersAgain },
) {
  const { data, again, onComplete, onBack, takesFocus } = props;
  const { ask } = usePortalSession();
  const [place, setPlace] = useState<Place>({ at: "LIST", isReturn: false });
  const named = useQuery({
    queryKey: ["co-owners"],
    queryFn: () => ask(listCoOwners, {}),
    initialData: { secondaryOwners: data.secondaryOwners },
    gcTime: 0,
  });
  const owners = named.data.secondaryOwners;
  const toList = () => setPlace({ at: "LIST", isReturn: true });

  if (place.at === "OWNER") {
    return (
      <OwnerForm
        owner={place.owner}
        primary={data.primaryOwner}
        others={owners.filter(({ id }) => id !== place.owner?.id)}
        onSaved={async () => {
          await named.refetch();
          toList();
        }}
        onBack={toList}
      />
    );
  }
  return (
    <OwnerList
      again={again}
      owners={owners}
      isRequired={data.isSecondaryOwnerRequired}
      takesFocus={takesFocus || place.isReturn}
      onAdd={() => setPlace({ at: "OWNER", owner: null })}
      onEdit={(owner) => setPlace({ at: "OWNER", owner })}
      onRemove={async ({ id }) => {
        await ask(deleteCoOwner, { params: { id } }).finally(() => named.refetch());
      }}
      onDone={() => onComplete({})}
      onBack={onBack}
    />
  );
}
