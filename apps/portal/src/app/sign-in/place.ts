/**
 * Where somebody signs in: this page, and the domain whose platform it should be taken for if the address names another. Which
 * domains may be named is the server's to say.
 */
export function signInPlace(): { page: string; overrideDirectDomain: string | undefined } {
  const { origin, pathname, search } = window.location;
  return {
    page: origin + pathname,
    overrideDirectDomain: new URLSearchParams(search).get("override-direct-domain") ?? undefined,
  };
}

const completeName = "signinComplete";

/** Where to go on after signing in, or null to stay: the code may have been asked for on another page. */
export function returnAddress(originUrl: string): string | null {
  const address = new URL(originUrl);
  if (address.origin + address.pathname === signInPlace().page) return null;
  address.searchParams.set(completeName, "true");
  return address.href;
}

/** Whether somebody has just come from signing in. Asked once: the address is clean afterwards. */
export function cameFromSignIn(): boolean {
  const address = new URL(window.location.href);
  if (!address.searchParams.has(completeName)) return false;
  address.searchParams.delete(completeName);
  window.history.replaceState(window.history.state, "", address);
  return true;
}
