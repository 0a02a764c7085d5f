import { z } from "zod/mini";
import { uuid } from "./ids.ts";

const base64url = (longest: number) => z.string().check(z.maxLength(longest), z.regex(/^[A-Za-z0-9_-]+$/));

/** A passkey response in the JSON form of the WebAuthn standard. */
const passkeyAnswer = <Answer extends z.core.SomeType>(response: Answer) =>
  z.looseObject({ id: base64url(1400), rawId: base64url(1400), type: z.literal("public-key"), response });
export const passkeyMade = passkeyAnswer(
  z.looseObject({ clientDataJSON: base64url(4000), attestationObject: base64url(20_000) }),
);
export const passkeyUsed = passkeyAnswer(
  z.looseObject({ clientDataJSON: base64url(4000), authenticatorData: base64url(4000), signature: base64url(4000) }),
);
/** The WebAuthn options, passed to the browser unchanged. */
export const passkeyQuestion = z.object({ challengeId: uuid, options: z.looseObject({ challenge: z.string() }) });
