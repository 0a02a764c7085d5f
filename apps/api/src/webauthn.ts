import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";

/** The site that a passkey belongs to. Registration and use both require its origin, its host as relying party, and user verification. */
export type RelyingParty = { name: string; url: string };

/** A passkey as it is stored. The credential id identifies it to the browser. */
type StoredPasskey = { credential_id: string; public_key: Buffer; counter: number; transports: string[] };

/** ES256, EdDSA and RS256. Every authenticator supports at least one of them. */
const supportedAlgorithmIDs = [-7, -8, -257];

const hostOf = ({ url }: RelyingParty) => new URL(url).hostname;
const expectedBy = (site: RelyingParty, expectedChallenge: string) => ({
  expectedChallenge,
  expectedOrigin: new URL(site.url).origin,
  expectedRPID: hostOf(site),
  requireUserVerification: true,
});

/** The options with which a browser creates a passkey. `known` are the credential ids that the user has. */
export const optionsToCreate = (
  site: RelyingParty,
  user: { id: string; name: string; displayName: string },
  known: readonly string[],
) =>
  generateRegistrationOptions({
    rpName: site.name,
    rpID: hostOf(site),
    attestationType: "none",
    supportedAlgorithmIDs,
    userName: user.name,
    userDisplayName: user.displayName,
    userID: new Uint8Array(Buffer.from(user.id)),
    excludeCredentials: known.map((id) => ({ id })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });

/** The new passkey in a browser's response; null for every invalid response. */
export async function createdPasskey(
  site: RelyingParty,
  challenge: string,
  response: object,
): Promise<StoredPasskey | null> {
  const verified = await orNull(
    verifyRegistrationResponse({
      ...expectedBy(site, challenge),
      supportedAlgorithmIDs,
      response: response as RegistrationResponseJSON,
    }),
  );
  if (!verified?.verified) return null;
  const { credential } = verified.registrationInfo;
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
  };
}

/** The options with which a browser uses a passkey: one of these, or without a list any that the browser has for the site. */
export const optionsToUse = (site: RelyingParty, allowed?: readonly string[]) =>
  generateAuthenticationOptions({
    rpID: hostOf(site),
    userVerification: "required",
    ...(allowed && { allowCredentials: allowed.map((id) => ({ id })) }),
  });

/** The counter after this use of the passkey; null for every invalid response, a counter that did not rise included. */
export async function counterAfterUse(
  site: RelyingParty,
  challenge: string,
  response: object,
  passkey: StoredPasskey,
): Promise<number | null> {
  const verified = await orNull(
    verifyAuthenticationResponse({
      ...expectedBy(site, challenge),
      response: response as AuthenticationResponseJSON,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
        transports: passkey.transports as AuthenticatorTransport[],
      },
    }),
  );
  return verified?.verified ? verified.authenticationInfo.newCounter : null;
}

/** The library throws for every invalid response. All of these errors lead to the same refusal. */
const orNull = <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null);
