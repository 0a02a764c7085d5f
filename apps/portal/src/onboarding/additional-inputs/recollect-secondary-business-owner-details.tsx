import type { doubts } from "@inlay/contracts/onboarding/additional-inputs/recollect-secondary-business-owner-details.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import { CollectSecondaryBusinessOwnerDetails } from "../steps/collect-secondary-business-owner-details.tsx";
import type { InputScreen } from "./input-screen.ts";

/** Checking the owners again: one cannot be reached, or one is missing. */
export function RecollectSecondaryBusinessOwnerDetails(
  props: InputScreen<"RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS">,
) {
  const { t } = useLingui();
  const { doubtful } = props.data;
  return (
    <CollectSecondaryBusinessOwnerDetails
      {...props}
      again={{
        title: t`Please check the other owners`,
        lead: (owners) => {
          // An owner who was removed or has a new email address needs no check any more.
          const left = doubtful.filter(({ email }) => owners.some((owner) => owner.email === email));
          if (left.length === 0)
            return <Trans>Everyone else who owns 20% or more of the business should be on this list.</Trans>;
          return (
            <div className="grid gap-3">
              {left.map((one) => (
                <p key={one.email}>
                  <Doubtful {...one} />
                </p>
              ))}
            </div>
          );
        },
        aside: {
          title: t`What happens next`,
          body: <Trans>We write to the owners on this list who have not answered yet, as soon as you are done.</Trans>,
        },
      }}
    />
  );
}

type DoubtfulProps = { name: string; email: string; why: (typeof doubts)[number] };

function Doubtful({ name, email, why }: DoubtfulProps) {
  switch (why) {
    case "UNREACHED":
      return (
        <Trans>
          We could not reach {name} at {email}. Please correct the address, or remove them if they do not own 20% or
          more.
        </Trans>
      );
    case "DECLINED":
      return (
        <Trans>
          {name} told us that they do not own 20% or more. Please remove them. If they do own it, leave them on the list
          and we write to them again.
        </Trans>
      );
    case "UNANSWERED":
      return (
        <Trans>
          {name} has not answered for two weeks. Please talk to them, and check that {email} is right. You can remove
          them if they do not own 20% or more. If you leave them on the list, we remind them again.
        </Trans>
      );
    case "UNFINISHED":
      return (
        <Trans>
          {name} has begun and not finished for two weeks. Please talk to them. When you are done here, we remind them
          again.
        </Trans>
      );
  }
}
