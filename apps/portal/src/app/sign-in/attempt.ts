import type { Answer } from "@inlay/contracts/call.ts";
import type { findPlatform } from "@inlay/contracts/calls/partners.ts";
import { requestLoginCode } from "@inlay/contracts/calls/people.ts";
import { request } from "../../shared/api.ts";
import { signInPlace } from "./place.ts";

/** Whose sign-in page this is, and how it looks. */
export type Platform = Answer<typeof findPlatform>;

/** Somebody asked for a code. The verifier never leaves this tab until the code is entered. */
export type Attempt = { email: string; signInDomain: string; verifier: string; challenge: string };

export async function sendCode({ email, signInDomain, challenge }: Attempt): Promise<void> {
  await request(requestLoginCode, {
    body: { platformDomainName: signInDomain, originUrl: signInPlace().page, email, pkceCodeChallenge: challenge },
  });
}
