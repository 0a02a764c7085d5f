const name = "invite";
let taken: string | null | undefined;

/** The invitation that somebody came with. Asked for the first time it leaves the address, so that it is neither kept nor passed on. */
export function invitationToken(): string | null {
  if (taken === undefined) {
    const address = new URL(window.location.href);
    taken = address.searchParams.get(name);
    address.searchParams.delete(name);
    if (taken !== null) window.history.replaceState(window.history.state, "", address);
  }
  return taken;
}
