type SignInPlace = { page: string; overrideDirectDomain: string | undefined; platformId: string | undefined };

/**
 * The page on which a person signs in, and the platform if the URL names one: by a domain, or by its id if it has no domain. The server
 * decides which domains it accepts.
 */
export function signInPlace(): SignInPlace {
  const { origin, pathname, search } = window.location;
  const query = new URLSearchParams(search);
  return {
    page: origin + pathname,
    overrideDirectDomain: query.get("override-direct-domain") ?? undefined,
    platformId: query.get("platform") ?? undefined,
  };
}

const completeName = "signinComplete";

/** The URL to continue at after sign-in, or null for this page: the code may have been requested on another page. */
export function returnAddress(originUrl: string): string | null {
  const address = new URL(originUrl);
  if (address.origin + address.pathname === signInPlace().page) return null;
  address.searchParams.set(completeName, "true");
  return address.href;
}

/** Whether the person has just signed in. Removes the mark from the URL, so only the first call returns true. */
export function cameFromSignIn(): boolean {
  const address = new URL(window.location.href);
  if (!address.searchParams.has(completeName)) return false;
  address.searchParams.delete(completeName);
  window.history.replaceState(window.history.state, "", address);
  return true;
}
