import { deleteCoOwnerV2, listCoOwnersV2 } from "@inlay/contracts/calls/co-owners.ts";
import { type CoOwnerV2, ownershipPercentage } from "@inlay/contracts/onboarding/co-owner.ts";
import { ownershipForm } from "@inlay/contracts/onboarding/steps/collect-secondary-business-owner-details.ts";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { z } from "zod/mini";
import { useStepForm } from "../../shared/forms/use-step-form.ts";
import { usePortalSession } from "../../shared/session/portal-session.tsx";
import type { StepScreen } from "../step-screen.ts";
import { OwnerForm } from "./collect-secondary-business-owner-details/owner-form.tsx";
import { OwnerList, type OwnersAgain } from "./collect-secondary-business-owner-details/owner-list.tsx";

type Place = { at: "LIST"; isReturn: boolean } | { at: "OWNER"; owner: CoOwnerV2 | null };

/** The owners of the business: the list of owners with what the primary owner owns, and the form of one co-owner. */
export function CollectSecondaryBusinessOwnerDetails(
  props: StepScreen<"COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS"> & { again?: OwnersAgain },
) {
  const { data, again, onBack, takesFocus } = props;
  const { ask } = usePortalSession();
  const [place, setPlace] = useState<Place>({ at: "LIST", isReturn: false });
  const named = useQuery({
    queryKey: ["co-owners"],
    queryFn: () => ask(listCoOwnersV2, {}),
    initialData: { secondaryOwners: data.secondaryOwners },
    gcTime: 0,
  });
  const owners = named.data.secondaryOwners;
  const toList = () => setPlace({ at: "LIST", isReturn: true });
  // Here and not in the list, so that what is typed stays while a co-owner is added.
  const shape = useMemo(() => ownershipForm(owners), [owners]);
  const stepForm = useStepForm({
    ...props,
    shape,
    values: {
      ownershipPercentage: String(data.primaryOwner?.ownershipPercentage ?? ""),
      controlPersonId: data.secondaryOwners.find(({ isControlPerson }) => isControlPerson)?.id ?? "",
    },
  });

  /** What the primary owner has typed and not sent yet; null if it is not a percentage. */
  const typedPercentage = () =>
    z.safeParse(ownershipPercentage, stepForm.form.getValues("ownershipPercentage")).data ?? null;

  if (place.at === "OWNER") {
    return (
      <OwnerForm
        owner={place.owner}
        primary={data.primaryOwner && { ...data.primaryOwner, ownershipPercentage: typedPercentage() }}
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
      stepForm={stepForm}
      again={again}
      primary={data.primaryOwner}
      owners={owners}
      isRequired={data.isSecondaryOwnerRequired}
      takesFocus={takesFocus || place.isReturn}
      onAdd={() => setPlace({ at: "OWNER", owner: null })}
      onEdit={(owner) => setPlace({ at: "OWNER", owner })}
      onRemove={async ({ id }) => {
        await ask(deleteCoOwnerV2, { params: { id } }).finally(() => named.refetch());
        // A removed control person leaves the primary owner.
        if (stepForm.form.getValues("controlPersonId") === id) stepForm.form.setValue("controlPersonId", "");
      }}
      onBack={onBack}
    />
  );
}
