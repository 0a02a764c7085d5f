import { exchangeBankLinkToken, markBankItemsConnected, refreshBankItem } from "@inlay/contracts/calls/banking.ts";
import { countedAttempt, mostBankLinkAttempts } from "@inlay/contracts/interactions.ts";
import type { ScreenData } from "@inlay/contracts/onboarding/steps.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState, useTransition } from "react";
import { ApiError } from "../../api/api.ts";
import { messageOf } from "../../language/words.ts";
import { LoadBoundary } from "../../page/load-boundary.tsx";
import { usePortalSession } from "../../session/portal-session.tsx";
import { type LinkEnd, useBankLink } from "../use-bank-link.ts";
import { AchAuthorization } from "./ach-authorization.tsx";
import type { Reconnect } from "./bank-screen.ts";
import { banksToAuthorize, banksToConnect, shownBanks } from "./banks.ts";
import { ConnectBank } from "./connect-bank.tsx";
import { HostedLink } from "./hosted-link.tsx";
import { LinkedBanks } from "./linked-banks.tsx";

/** A linked bank may be renewed on the hosted page; `itemId` is null for another bank. */
type Place = "BANKS" | "AUTHORIZATION" | { hosted: { itemId: string | null } };

type LinkBanksProps = {
  data: ScreenData<"COLLECT_PLAID">;
  reconnect?: Reconnect;
  onDone: () => Promise<void>;
  /** Null if statements are not accepted instead. */
  onStatements: (() => Promise<void>) | null;
  onBack: (() => void) | null;
  takesFocus: boolean;
};

/** Linking banks: the bank link window, the list of linked banks and the authorization to debit. */
export function LinkBanks({ data, reconnect, onDone, onStatements, onBack, takesFocus }: LinkBanksProps) {
  const { ask, report } = usePortalSession();
  const queryClient = useQueryClient();
  const [place, setPlace] = useState<Place>("BANKS");
  // The screen before stays until the next one is loaded.
  const [isMoving, startMoving] = useTransition();
  const move = (to: Place) => startMoving(() => setPlace(to));
  const [busy, setBusy] = useState<"LINKING" | "GOING_ON" | null>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [attempts, setAttempts] = useState(0);
  const [lastOpened, setLastOpened] = useState<string | null>(null);

  const items = shownBanks(data.items);
  const toAuthorize = banksToAuthorize(items, data.achAuthorizationRequired);
  const again = () => queryClient.invalidateQueries({ queryKey: ["step"] });

  const doing = async (what: "LINKING" | "GOING_ON", work: () => Promise<unknown>) => {
    setBusy(what);
    setRefusal(null);
    try {
      await work();
    } catch (error) {
      setRefusal(error);
    } finally {
      setBusy(null);
    }
  };

  const tried = (cause: "FAILED" | "CLOSED") => {
    const attempt = attempts + 1;
    setAttempts(attempt);
    if (cause === "FAILED") report({ eventType: "BANK_LINK_CONNECTION_FAILED", attempt: countedAttempt(attempt) });
    if (attempt === mostBankLinkAttempts) report({ eventType: "BANK_LINK_STUCK", cause });
  };
  const link = useBankLink((how: LinkEnd, itemId) => {
    if (how.end === "BLOCKED") return move({ hosted: { itemId } });
    if (how.end !== "LINKED") return tried(how.end);
    void doing("LINKING", async () => {
      const body = { publicToken: how.publicToken, tokenType: "BUSINESS" as const };
      const saved = itemId ? ask(refreshBankItem, { params: { itemId } }) : ask(exchangeBankLinkToken, { body });
      await saved.catch((error) => {
        if (!isRefusedBank(error)) tried("FAILED");
        throw error;
      });
      setAttempts(0);
      await again();
    });
  });
  const open = (itemId: string | null) => {
    setLastOpened(itemId);
    void doing("LINKING", () => link.open(itemId));
  };

  const goOn = () =>
    doing("GOING_ON", async () => {
      if (toAuthorize.length > 0) return move("AUTHORIZATION");
      const itemIds = banksToConnect(items);
      if (itemIds.length > 0) await ask(markBankItemsConnected, { body: { itemIds } });
      await onDone();
    });
  const authorize = () =>
    doing("GOING_ON", async () => {
      await ask(markBankItemsConnected, { body: { itemIds: toAuthorize, achAuthorized: true } });
      await onDone();
    });

  if (place === "AUTHORIZATION") {
    return (
      <LoadBoundary>
        <AchAuthorization
          itemIds={toAuthorize}
          busy={busy === "GOING_ON"}
          refusal={refusal === null ? null : messageOf(refusal)}
          onContinue={authorize}
          onBack={() => move("BANKS")}
        />
      </LoadBoundary>
    );
  }
  if (place !== "BANKS") {
    return (
      <LoadBoundary>
        <HostedLink
          itemId={place.hosted.itemId}
          onLinked={async () => {
            await again();
            move("BANKS");
          }}
          onBack={() => move("BANKS")}
        />
      </LoadBoundary>
    );
  }
  const shared = {
    busy: busy ?? (link.isOpening ? ("LINKING" as const) : isMoving ? ("GOING_ON" as const) : null),
    refusal: refusal === null ? null : messageOf(refusal),
    isBankRefused: isRefusedBank(refusal),
    isStuck: attempts >= mostBankLinkAttempts,
    onOpen: open,
    onHosted: () => move({ hosted: { itemId: lastOpened } }),
    onStatements: onStatements && (() => void doing("GOING_ON", onStatements)),
    reconnect,
    onBack,
    takesFocus,
  };
  return items.length === 0 ? <ConnectBank {...shared} /> : <LinkedBanks {...shared} items={items} onContinue={goOn} />;
}

const isRefusedBank = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === "INSTITUTION_EXCLUDED" || error.code === "INSTITUTION_ALREADY_LINKED");
