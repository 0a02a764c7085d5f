import type { Answer } from "@inlay/contracts/call.ts";
import type { askStepUpPasskey } from "@inlay/contracts/calls/step-up.ts";

type Options = Answer<typeof askStepUpPasskey>["options"];

/** Browsers have a list of what a frame may do under either name, or no such list. Without one, the attempt shows whether it works. */
type Policy = { allowsFeature(feature: string): boolean };

const isKnown = () =>
  typeof PublicKeyCredential !== "undefined" && "parseRequestOptionsFromJSON" in PublicKeyCredential;

/** Whether this browser can use a passkey on this page. In a frame, the page around it must allow it. */
export function canUsePasskey(): boolean {
  const policy = Reflect.get(document, "featurePolicy") as Policy | undefined;
  return isKnown() && (window.parent === window || (policy?.allowsFeature("publickey-credentials-get") ?? true));
}

/** Not every browser creates passkeys in a frame, so they are created on our own page only. */
export const canCreatePasskey = (): boolean => isKnown() && window.parent === window;

/** Has the browser sign the challenge. Null if the person declines or there is no passkey for this page. */
export const signWithPasskey = (options: Options) =>
  answerOf(() =>
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
        options as unknown as PublicKeyCredentialRequestOptionsJSON,
      ),
    }),
  );

/** Has the browser create a passkey. Null if the person declines. */
export const createPasskey = (options: Options) =>
  answerOf(() =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
        options as unknown as PublicKeyCredentialCreationOptionsJSON,
      ),
    }),
  );

async function answerOf(ask: () => Promise<Credential | null>): Promise<object | null> {
  try {
    return ((await ask()) as PublicKeyCredential | null)?.toJSON() ?? null;
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
