import type { Answer, Call, Parsed } from "@inlay/contracts/call.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { hasScope, type PartnerAction, scopeOf } from "@inlay/contracts/partner/scopes.ts";
import { mayDo, whoMay } from "@inlay/lending/access/permissions.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "../context.ts";
import { inScope, type Scope, staffScope, type Tx } from "../db/scope.ts";
import type { RateLimitState } from "../limits.ts";
import {
  type Accountant,
  accountantOf,
  claimsOf,
  enter,
  enterStaff,
  type KnownCaller,
  namesOf,
  narrowToTenant,
  type Person,
  type PlatformKey,
  partnerOf,
  type Staff,
  staffTokenOf,
} from "./callers.ts";
import {
  claimKey,
  fingerprintOf,
  type KeyedRequest,
  type StoredAnswer,
  saveAnswer,
  savedAnswer,
} from "./idempotency.ts";
import { parse } from "./parse.ts";
import { describeWrite, etagOf, operationOf, type Terms, termsOf, tryOut } from "./partner-write.ts";
import { isLockConflict } from "./refusals.ts";
import { serializerFor } from "./serialize.ts";
import type { WebhookHandler } from "./vendor-webhooks.ts";

type CallerAt<C extends Call> = {
  partner: PlatformKey;
  portal: Person;
  staff: Staff;
  accountant: Accountant;
}[C["audience"]];

type Input<C extends Call> = Pick<Terms, "ifMatch" | "dryRun"> & {
  params: Parsed<C, "params">;
  query: Parsed<C, "query">;
  body: Parsed<C, "body">;
  requestId: string;
  /** The IP address of the request. The user agent is cut to a length that can be stored. */
  address: string;
  userAgent: string;
};

/** The context of an authenticated handler: one open transaction that sees only what the caller may see. */
export type RequestContext<C extends Call, Ready = undefined> = Input<C> & {
  caller: CallerAt<C>;
  tx: Tx;
  ready: Ready;
};

/** The context of a public handler. It has no tenant, so the handler opens its own transactions once it has found one. */
export type PublicRequestContext<C extends Call> = Input<C> & { request: FastifyRequest; reply: FastifyReply };

type Handler<C extends Call, Ready> = (request: RequestContext<C, Ready>) => Promise<Answer<C>>;
/** Prepares what the transaction must not wait for, such as a key from the key service. */
type Preparation<C extends Call, Ready> = (input: Input<C> & { caller: CallerAt<C> }) => Promise<Ready>;

export type Router = {
  /** Adds a route that requires an authenticated caller. */
  authenticatedRoute<C extends Call>(call: C, handler: Handler<C, undefined>): void;
  authenticatedRoute<C extends Call, Ready>(call: C, prepare: Preparation<C, Ready>, handler: Handler<C, Ready>): void;
  /** Adds a route that is open to anyone. */
  publicRoute<C extends Call>(call: C, handler: (request: PublicRequestContext<C>) => Promise<Answer<C>>): void;
};

export type Audience = Call["audience"];

/** What a slice gives to the HTTP server. */
export type HttpPart = {
  routes?: Partial<Record<Audience, readonly ((router: Router, app: AppContext) => void)[]>>;
  webhooks?: readonly ((app: AppContext) => WebhookHandler<unknown>)[];
};

/** Only a partner's write has terms. */
const noTerms: Terms = { key: null, ifMatch: null, dryRun: false };
const batchBytes = 4 * 1024 * 1024;

/**
 * Each request passes the same five stages, which are implemented only here: authentication, authorization, parsing, the handler in one
 * transaction, serialization.
 */
export function createRouter(fastify: FastifyInstance, app: AppContext): (audience: Audience) => Router {
  const { config, pool, limits, vault, tokens } = app;
  const portalOrigin = new URL(config.PORTAL_URL).origin;
  const ownOrigins = [portalOrigin];
  const consoleOrigin = new URL(config.CONSOLE_URL).origin;

  function route(call: Call, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<string>) {
    if (call.sandboxOnly && config.isProduction) return;
    fastify.route({
      method: call.method,
      url: call.path,
      config: { action: call.action, audience: call.audience },
      ...(call.isBatch && { bodyLimit: batchBytes }),
      schema: {
        summary: call.summary,
        tags: [call.slice],
        ...(call.params && { params: call.params }),
        ...(call.query && { querystring: call.query }),
        ...(call.body && { body: call.body }),
        response: { [call.status ?? 200]: call.answer },
        ...(call.audience === "partner" && describeWrite(call)),
      },
      handler: async (request, reply) => {
        const body = await handler(request, reply);
        return reply.type("application/json; charset=utf-8").send(body);
      },
    });
  }

  const inputOf = <C extends Call>(call: C, request: FastifyRequest, terms = noTerms): Input<C> => {
    const { params, query, body } = parse(call, request);
    const userAgent = (request.headers["user-agent"] ?? "").slice(0, 300);
    const { ifMatch, dryRun } = terms;
    return { params, query, body, requestId: request.id, address: request.ip, userAgent, ifMatch, dryRun };
  };

  /** Portal audience: the session is checked inside the transaction of the handler. */
  function addPortalRoute<C extends Call, Ready>(
    call: C,
    handler: Handler<C, Ready>,
    prepare: Preparation<C, Ready> | null,
  ) {
    const serialize = serializerFor(call, config);
    route(call, async (request, reply) => {
      const claims = await claimsOf(request, tokens, ownOrigins);
      if (!claims) throw new Refusal("NOT_SIGNED_IN");
      await limits.count("person", claims.userId);
      const scope: Scope = { platformId: claims.platformId, businessId: "whole platform" };
      const admit = async (tx: Tx) => {
        const caller = await enter(tx, claims, request);
        request.caller = caller;
        permit(call, caller);
        return { ...inputOf(call, request), caller: caller as CallerAt<C> };
      };
      const ready = prepare ? await prepare(await inScope(pool, scope, admit)) : (undefined as Ready);
      const answer = await retryOnLock(() =>
        inScope(pool, scope, async (tx) => handler({ ...(await admit(tx)), tx, ready })),
      );
      reply.code(call.status ?? 200);
      return serialize(answer);
    });
  }

  /** Partner audience: the API key is checked before the transaction begins, and a write happens once per idempotency key. */
  function addPartnerRoute<C extends Call, Ready>(
    call: C,
    handler: Handler<C, Ready>,
    prepare: Preparation<C, Ready> | null,
  ) {
    const serialize = serializerFor(call, config);
    const status = call.status ?? 200;
    const limitClass = call.isBatch ? "partnerBatch" : call.method === "GET" ? "partnerRead" : "partnerWrite";
    const replay = (reply: FastifyReply, earlier: StoredAnswer): string => {
      reply
        .code(earlier.status)
        .headers({ "idempotent-replayed": "true", "original-request-id": earlier.originalRequestId })
        .headers(etagOf(JSON.parse(earlier.body)));
      return earlier.body;
    };
    route(call, async (request, reply) => {
      const partner = await partnerOf(request, pool);
      request.caller = partner;
      const { platformId } = partner;
      const scope = { platformId, businessId: "whole platform" } as const;
      announce(reply, await limits.count(limitClass, platformId));
      permit(call, partner);
      const terms = termsOf(call, request);
      const input = { ...inputOf(call, request, terms), caller: partner as CallerAt<C> };
      const content = [call.method, call.path, request.params, request.query, request.body];
      const keyed: KeyedRequest | null = terms.key
        ? {
            platformId,
            key: terms.key,
            requestId: request.id,
            fingerprint: fingerprintOf(config.SESSION_SECRET, content),
          }
        : null;
      // The rows of a batch commit before its answer is stored, so a repeated request is recognized before the rows run.
      const known = call.isBatch && keyed ? await inScope(pool, scope, (tx) => savedAnswer(tx, keyed, null)) : null;
      if (known) return replay(reply, known);
      const ready = prepare ? await prepare(input) : (undefined as Ready);
      if (terms.dryRun) {
        const tried = await tryOut(pool, scope, request.id, async (tx) =>
          serialize(await handler({ ...input, tx, ready })),
        );
        reply.code(200);
        return JSON.stringify(operationOf(call, tried));
      }
      const encryptionKey = call.secretAnswer ? await vault.keyFor({ platformId, businessId: null }) : null;

      return inScope(pool, scope, async (tx) => {
        const earlier = keyed && (await claimKey(tx, keyed, encryptionKey));
        if (earlier) return replay(reply, earlier);
        const answer = await handler({ ...input, tx, ready });
        reply.code(status).headers(etagOf(answer));
        const body = serialize(answer);
        if (keyed) await saveAnswer(tx, keyed, status, body, encryptionKey);
        return body;
      });
    });
  }

  /** Staff audience: the session is checked in the staff scope, then the same transaction is narrowed to the tenant of the call. */
  function addStaffRoute<C extends Call, Ready>(
    call: C,
    handler: Handler<C, Ready>,
    prepare: Preparation<C, Ready> | null,
  ) {
    const serialize = serializerFor(call, config);
    route(call, async (request, reply) => {
      const token = staffTokenOf(request, consoleOrigin);
      if (!token) throw new Refusal("NOT_SIGNED_IN");
      const admit = async (tx: Tx) => {
        const staff = await enterStaff(tx, token);
        if (!staff) throw new Refusal("NOT_SIGNED_IN");
        await limits.count("person", staff.memberId);
        request.caller = staff;
        permit(call, staff);
        const input = inputOf(call, request);
        request.caller = await narrowToTenant(tx, staff, input.params ?? {});
        return { ...input, caller: request.caller as CallerAt<C> };
      };
      const inStaffScope = async <T>(work: (tx: Tx) => Promise<T>) => {
        try {
          return await inScope(pool, staffScope, work);
        } catch (error) {
          // Requests with an invalid cookie count against the anonymous limit.
          if (error instanceof Refusal && error.code === "NOT_SIGNED_IN") await limits.count("anonymous", request.ip);
          throw error;
        }
      };
      const ready = prepare ? await prepare(await inStaffScope(admit)) : (undefined as Ready);
      const answer = await retryOnLock(() => inStaffScope(async (tx) => handler({ ...(await admit(tx)), tx, ready })));
      reply.code(call.status ?? 200);
      return serialize(answer);
    });
  }

  /** Accountant audience: the session determines the business, and the transaction sees no other. */
  function addAccountantRoute<C extends Call, Ready>(
    call: C,
    handler: Handler<C, Ready>,
    prepare: Preparation<C, Ready> | null,
  ) {
    const serialize = serializerFor(call, config);
    route(call, async (request, reply) => {
      const accountant = await accountantOf(request, pool, portalOrigin);
      if (!accountant) {
        await limits.count("anonymous", request.ip);
        throw new Refusal("NOT_SIGNED_IN");
      }
      const { platformId, businessId, invitationId } = accountant;
      await limits.count("person", invitationId);
      request.caller = accountant;
      permit(call, accountant);
      const input = { ...inputOf(call, request), caller: accountant as CallerAt<C> };
      const ready = prepare ? await prepare(input) : (undefined as Ready);
      const answer = await retryOnLock(() =>
        inScope(pool, { platformId, businessId }, (tx) => handler({ ...input, tx, ready })),
      );
      reply.code(call.status ?? 200);
      return serialize(answer);
    });
  }

  const addRouteFor = {
    partner: addPartnerRoute,
    portal: addPortalRoute,
    staff: addStaffRoute,
    accountant: addAccountantRoute,
  };

  return (audience) => ({
    authenticatedRoute: <C extends Call, Ready>(
      call: C,
      first: Handler<C, Ready> | Preparation<C, Ready>,
      second?: Handler<C, Ready>,
    ) => {
      refuseOtherAudience(audience, call);
      if (whoMay(call.action).includes("ANYONE")) throw new Error(`${call.path} is open to anyone: use publicRoute`);
      const handler = (second ?? first) as Handler<C, Ready>;
      const prepare = second ? (first as Preparation<C, Ready>) : null;
      addRouteFor[call.audience](call, handler, prepare);
    },
    publicRoute: (call, handler) => {
      refuseOtherAudience(audience, call);
      if (!whoMay(call.action).includes("ANYONE"))
        throw new Error(`${call.path} is not open to anyone: use authenticatedRoute`);
      const serialize = serializerFor(call, config);
      route(call, async (request, reply) => {
        await limits.count("anonymous", request.ip);
        reply.code(call.status ?? 200);
        return serialize(await handler({ ...inputOf(call, request), request, reply }));
      });
    },
  });
}

/** Each attempt waits at most two seconds for a lock, so four attempts stay below a browser's timeout. */
const maxLockRetries = 4;

/**
 * Concurrent requests of one business wait for the same row lock, and under load the wait can exceed the lock timeout. PostgreSQL has then
 * rolled everything back, so the request is run again. A partner's server gets BUSY instead, because it can retry with its key.
 */
async function retryOnLock<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === maxLockRetries || !isLockConflict(error)) throw error;
    }
  }
}

function refuseOtherAudience(audience: Audience, call: Call): void {
  if (call.audience !== audience) throw new Error(`${call.path} is a route of the ${call.audience} audience`);
}

function permit(call: Call, caller: KnownCaller): void {
  if (!mayDo(namesOf(caller), call.action)) throw new Refusal("NOT_ALLOWED");
  if (caller.kind !== "platform-key") return;
  const scope = scopeOf[call.action as PartnerAction];
  if (!hasScope(caller.scopes, scope)) throw new Refusal("SCOPE_MISSING", { context: { scope } });
}

function announce(reply: FastifyReply, state: RateLimitState): void {
  reply.headers({
    "x-ratelimit-class": state.class,
    "x-ratelimit-limit": state.limit,
    "x-ratelimit-remaining": state.remaining,
    "x-ratelimit-reset": state.resetSeconds,
  });
}
