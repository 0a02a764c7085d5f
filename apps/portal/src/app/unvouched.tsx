import { Trans } from "@lingui/react/macro";

/** The page around us was asked to vouch for the person again, and could not. */
export const Unvouched = () => (
  <Trans>The page around this one could not sign you in. Please sign in there again, then try once more.</Trans>
);
