import type { Answer, Call } from "@inlay/contracts/call.ts";
import { exchangeConnectToken, extendSession, getSession, logout } from "@inlay/contracts/calls/people.ts";
import { i18n } from "@lingui/core";
import { ApiError, type Parts, request } from "../api/api.ts";
import type { Host } from "./host.ts";
import { createLifetime, type Lifetime, type TimeLeft } from "./lifetime.ts";

type SessionHeaders = { "user-index": string; "accept-language": string; authorization?: string };

/** How a request authenticates the person and selects one of their businesses. */
export type Session = {
  headers: () => Promise<SessionHeaders>;
  /** Whether to retry a request with these headers after this refusal. */
  recover: (refusal: ApiError, refused: SessionHeaders) => Promise<boolean>;
  switchTo: (userIndex: number) => void;
  lifetime: Lifetime;
};

export async function requestAs<C extends Call>(session: Session, call: C, parts: Parts<C>): Promise<Answer<C>> {
  const headers = await session.headers();
  try {
    return await request(call, parts, headers);
  } catch (error) {
    if (!(error instanceof ApiError) || !(await session.recover(error, headers))) {
      if (error instanceof ApiError && error.status === 401) session.lifetime.refused();
      throw error;
    }
    return request(call, parts, await session.headers());
  }
}

// Texts and agreements are in the language of the page.
const headersFor = (userIndex: number): SessionHeaders => ({
  "user-index": String(userIndex),
  "accept-language": i18n.locale || "en",
});

/** The session in a platform's page: the platform authenticates the person, and the token is held in memory only. */
export function embeddedSession(host: Host): Session {
  let opened: Promise<Answer<typeof exchangeConnectToken>> | null = null;
  let chosen: number | null = null;
  let retired: string | undefined;

  const openOnce = async () =>
    request(exchangeConnectToken, { body: { connectToken: await host.fetchClientSecret() } });
  /** A connect token works once, so an expired or used one is replaced by another. */
  const open = () =>
    openOnce().catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) return openOnce();
      throw error;
    });

  function reopen() {
    const opening = open();
    opening.then(
      (session) => lifetime.lasts(leftOf(session)),
      () => {
        opened = null;
      },
    );
    opened = opening;
    return opening;
  }

  /** Renews the session before its end. The open session is used until there is a new one. */
  async function renew(): Promise<TimeLeft> {
    const session = await open();
    opened = Promise.resolve(session);
    return leftOf(session);
  }

  const lifetime = createLifetime({
    // The host page renews the session first. The person is asked only if it cannot.
    check: (secondsLeft) => {
      host.emit("session.expiring", { secondsLeft });
      return renew();
    },
    extend: renew,
  });

  return {
    async headers() {
      const { sessionToken, userIndex } = await (opened ?? reopen());
      return { ...headersFor(chosen ?? userIndex), authorization: `Bearer ${sessionToken}` };
    },
    async recover({ status }, { authorization }) {
      if (status !== 401) return false;
      // Several requests may fail with the same token; the first of them requests a new one.
      if (authorization !== retired) reopen();
      retired = authorization;
      await opened;
      return true;
    },
    switchTo(userIndex) {
      chosen = userIndex;
    },
    lifetime,
  };
}

const leftOf = ({ secondsLeft }: Answer<typeof exchangeConnectToken>): TimeLeft => ({ secondsLeft, canExtend: true });

const storageKey = "userIndex";

/** The session outside a frame, identified by an HttpOnly cookie. */
export function directSession(): Session {
  const stored = () => Number(localStorage.getItem(storageKey) ?? 0);
  return {
    headers: async () => headersFor(stored()),
    async recover({ code }) {
      // The previous user of this browser had more businesses than this one.
      if (code !== "BUSINESS_NOT_FOUND_EXCEPTION" || stored() === 0) return false;
      localStorage.removeItem(storageKey);
      return true;
    },
    switchTo: (userIndex) => localStorage.setItem(storageKey, String(userIndex)),
    lifetime: createLifetime({
      check: () => request(getSession, {}, headersFor(stored())),
      extend: () => request(extendSession, {}, headersFor(stored())),
    }),
  };
}

export async function endDirectSession(): Promise<void> {
  await request(logout, {});
  localStorage.removeItem(storageKey);
}
