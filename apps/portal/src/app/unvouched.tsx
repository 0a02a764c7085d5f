import { Trans } from "@lingui/react/macro";

/** Shown when the host page could not provide a new client secret. */
export const Unvouched = () => (
  <Trans>The page around this one could not sign you in. Please sign in there again, then try once more.</Trans>
);
