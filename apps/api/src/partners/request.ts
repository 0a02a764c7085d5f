import type { Answer, Call } from "@inlay/contracts/call.ts";
import type { PartnerCallName, partnerCalls } from "@inlay/contracts/partner/calls.ts";
import type { AppContext } from "../context.ts";
import { inScope, type Tx } from "../db/scope.ts";
import type { PermittedInput, PlatformKey, RequestContext, Router } from "../http/public.ts";
import { type Cursors, createCursors } from "./page.ts";

type PartnerCall = Call & { audience: "partner" };
type CallNamed<Name extends PartnerCallName> = (typeof partnerCalls)[Name];

/** What every handler of the partner API is given besides the request itself. */
type PartnerContext = {
  app: AppContext;
  cursors: Cursors;
  /** The originator of the events that the request records. */
  by: { actor: { kind: "PLATFORM_KEY"; id: string }; requestId: string };
};

/** The context of a handler: the parsed request, its caller and transaction, what was prepared, and the server's dependencies. */
export type PartnerRequest<Name extends PartnerCallName, Ready = undefined> = RequestContext<CallNamed<Name>, Ready> &
  PartnerContext;

/** The context of a preparation, which runs before the transaction begins. */
export type PartnerInput<Name extends PartnerCallName> = PermittedInput<CallNamed<Name>> & PartnerContext;

/** The part of a context that reading an object needs. A preparation or a row of a batch has it without being a request. */
export type PartnerScope = { tx: Tx; app: AppContext; caller: PlatformKey };

/** Runs work in a transaction of its own: for a preparation, and for the rows of a batch. */
export const inPlatform = <T>(
  { app, caller }: Omit<PartnerScope, "tx">,
  work: (scope: PartnerScope) => Promise<T>,
): Promise<T> => inScope(app.pool, wholePlatform(caller), (tx) => work({ tx, app, caller }));

export const wholePlatform = ({ platformId }: PlatformKey) => ({ platformId, businessId: "whole platform" }) as const;

/** Adds the routes of a resource. */
export type PartnerRouter = ReturnType<typeof partnerRouter>;

export function partnerRouter({ authenticatedRoute }: Router, app: AppContext) {
  const cursors = createCursors(app.config.CURSOR_SECRET);
  const contextOf = ({ caller, requestId }: { caller: PlatformKey; requestId: string }): PartnerContext => ({
    app,
    cursors,
    by: { actor: { kind: "PLATFORM_KEY", id: caller.keyId }, requestId },
  });
  return {
    partnerRoute: <C extends PartnerCall>(
      call: C,
      handle: (request: RequestContext<C> & PartnerContext) => Promise<Answer<C>>,
    ): void => authenticatedRoute(call, (request) => handle({ ...request, ...contextOf(request) })),

    /** `prepare` does what the transaction must not wait for, such as fetching an encryption key. */
    preparedPartnerRoute: <C extends PartnerCall, Ready>(
      call: C,
      prepare: (input: PermittedInput<C> & PartnerContext) => Promise<Ready>,
      handle: (request: RequestContext<C, Ready> & PartnerContext) => Promise<Answer<C>>,
    ): void =>
      authenticatedRoute(
        call,
        (input) => prepare({ ...input, ...contextOf(input) }),
        (request) => handle({ ...request, ...contextOf(request) }),
      ),
  };
}
