import { Trans, useLingui } from "@lingui/react/macro";
import { type InputScreen, unkept } from "../input-screen.ts";
import { CollectSecondaryBusinessOwnerDetails } from "../steps/collect-secondary-business-owner-details.tsx";

/** The owners once more: somebody cannot be reached, or is missing. */
export function RecollectSecondaryBusinessOwnerDetails(
  props: InputScreen<"RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS">,
) {
  const { t } = useLingui();
  const { unreached } = props.data;
  return (
    <CollectSecondaryBusinessOwnerDetails
      {...unkept}
      {...props}
      again={{
        title: t`Please check the other owners`,
        lead: unreached ? (
          <Trans>
            We could not reach {unreached.name} at {unreached.email}. Please correct the address, or remove them if they
            do not own 20% or more.
          </Trans>
        ) : (
          <Trans>Everyone else who owns 20% or more of the business should be on this list.</Trans>
        ),
        aside: {
          title: t`What happens next`,
          body: <Trans>We write to the owners on this list who have not answered yet, as soon as you are done.</Trans>,
        },
      }}
    />
  );
}
