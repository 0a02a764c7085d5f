const name = "invite";
let token: string | null | undefined;

/** The invitation token of the URL. The first call removes it from the URL, so that it is neither bookmarked nor shared. */
export function invitationToken(): string | null {
  if (token === undefined) {
    const address = new URL(window.location.href);
    token = address.searchParams.get(name);
    address.searchParams.delete(name);
    if (token !== null) window.history.replaceState(window.history.state, "", address);
  }
  return token;
}
