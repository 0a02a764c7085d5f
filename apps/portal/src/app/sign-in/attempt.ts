import type { Answer } from "@inlay/contracts/call.ts";
import type { findPlatform } from "@inlay/contracts/calls/partners.ts";
import { requestLoginCode } from "@inlay/contracts/calls/people.ts";
import { request } from "../../shared/api/api.ts";
import { signInPlace } from "./place.ts";

/** The platform of the sign-in page, with its theme. */
export type Platform = Answer<typeof findPlatform>;

/** A sign-in for which a code was requested. The PKCE verifier stays in this tab until the code is entered. */
export type Attempt = { email: string; signInDomain: string; verifier: string; challenge: string };

export async function sendCode({ email, signInDomain, challenge }: Attempt): Promise<void> {
  await request(requestLoginCode, {
    body: { platformDomainName: signInDomain, originUrl: signInPlace().page, email, pkceCodeChallenge: challenge },
  });
}
