import { Trans } from "@lingui/react/macro";

/** The text by which a person authorizes debits, exactly as it is saved. The button below it gives the authorization. */
export function AuthorizationText({ text }: { text: string }) {
  return (
    <section className="grid max-w-[64ch] gap-1 rounded-control bg-tint px-4 py-3.5">
      <h2 className="font-semibold">
        <Trans>What you authorize</Trans>
      </h2>
      <p className="type-small wrap-anywhere">{text}</p>
    </section>
  );
}
