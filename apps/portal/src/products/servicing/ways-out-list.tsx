import { Card } from "@inlay/ui/card.tsx";
import { ChevronIcon } from "@inlay/ui/icons/chevron-icon.tsx";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { contactQuery } from "../../shared/api/queries.ts";
import { usePortalSession } from "../../shared/session/portal-session.tsx";

type WayOut = { name: string; detail: string; onPress: () => void };

/** The ways out of a payment that did not go through, and always a person to talk to. */
export function WaysOutList({ ways }: { ways: readonly WayOut[] }) {
  const { data: contact } = useQuery(contactQuery(usePortalSession()));
  return (
    <Card className="grid gap-3">
      <h2 className="type-subheader">
        <Trans>Other ways to put it right</Trans>
      </h2>
      <ul className="grid divide-y divide-line">
        {ways.map(({ name, detail, onPress }) => (
          <li key={name}>
            <button
              type="button"
              onClick={onPress}
              className="flex min-h-11 w-full cursor-pointer items-center gap-3 py-3 text-left hover:text-link"
            >
              <span className="min-w-0 grow">
                <span className="block font-semibold">{name}</span>
                <span className="type-small block">{detail}</span>
              </span>
              <span className="-rotate-90">
                <ChevronIcon />
              </span>
            </button>
          </li>
        ))}
        <li className="py-3">
          <p className="font-semibold">
            <Trans>Talk to a person</Trans>
          </p>
          <p className="type-small">
            {contact ? (
              <>
                <a href={`mailto:${contact.supportEmail}`} className="text-link underline wrap-anywhere">
                  {contact.supportEmail}
                </a>
                {contact.supportPhone && (
                  <>
                    {" "}
                    · <span className="whitespace-nowrap">{contact.supportPhone}</span>
                  </>
                )}
              </>
            ) : (
              <Trans>Open Help at the top of the page.</Trans>
            )}
          </p>
        </li>
      </ul>
    </Card>
  );
}
