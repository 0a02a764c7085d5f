import type { Answer, Call, Parsed } from "@inlay/contracts/call.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { hasScope, type PartnerAction, scopeOf } from "@inlay/contracts/partner/scopes.ts";
import { mayDo, whoMay } from "@inlay/lending/access/permissions.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "../context.ts";
import { inScope, type Scope, staffScope, type Tx } from "../db/scope.ts";
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
import type { RateLimitState } from "./limits.ts";
import { parse } from "./parse.ts";
import { describeWrite, etagOf, operationOf, type Terms, termsOf, tryOut } from "./partner-write.ts";
import { wasInTheWay } from "./refusals.ts";
import { serializerFor } from "./serialize.ts";

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
  /** Where the request came from, and what sent it, cut to a length that can be kept. */
  address: string;
  userAgent: string;
};

/** What a handler of a known caller works with: one open transaction that sees what the caller may see. */
export type RequestContext<C extends Call, Ready = undefined> = Input<C> & {
  caller: CallerAt<C>;
  tx: Tx;
  ready: Ready;
};

/** What a handler for anyone works with. It has no tenant, so it opens its own transactions when it has found one. */
export type PublicRequestContext<C extends Call> = Input<C> & { request: FastifyRequest; reply: FastifyReply };

type Handler<C extends Call, Ready> = (request: RequestContext<C, Ready>) => Promise<Answer<C>>;
/** Gets ready what the transaction must not wait for, such as a key from the key service. */
type Preparation<C extends Call, Ready> = (input: Input<C> & { caller: CallerAt<C> }) => Promise<Ready>;

export type Router = {
  /** A call that only known callers may make. */
  authenticatedRoute<C extends Call>(call: C, handler: Handler<C, undefined>): void;
  authenticatedRoute<C extends Call, Ready>(call: C, prepare: Preparation<C, Ready>, handler: Handler<C, Ready>): void;
  /** A call that anyone may make. */
  publicRoute<C extends Call>(call: C, handler: (request: PublicRequestContext<C>) => Promise<Answer<C>>): void;
};

/** Only a partner's write has any. */
const noTerms: Terms = { key: null, ifMatch: null, dryRun: false };
const batchBytes = 4 * 1024 * 1024;

/**
 * Each request goes through the same five beats, here and nowhere else: who are you, may you, what do you say, the command in
 * one transaction, the answer.
 */
export function createRouter(fastify: FastifyInstance, app: AppContext): Router {
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

  /** A person: the session is checked inside the transaction that also does the work. */
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

  /** A partner's server: its key says who it is before any transaction begins, and a write happens once a key. */
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
      const said = [call.method, call.path, request.params, request.query, request.body];
      const keyed: KeyedRequest | null = terms.key
        ? {
            platformId,
            key: terms.key,
            requestId: request.id,
            fingerprint: fingerprintOf(config.SESSION_SECRET, said),
          }
        : null;
      // The rows of a batch are done before its answer is kept, so a repeat is recognised before them, too.
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

  /** One of our own people: the session is checked in the office, then the same transaction is narrowed to the tenant of the call. */
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
          // Whoever tries cookies out is counted like a stranger.
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

  /** A business's accountant: the link that was opened says for which business, and the transaction sees no other. */
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

  return {
    authenticatedRoute: <C extends Call, Ready>(
      call: C,
      first: Handler<C, Ready> | Preparation<C, Ready>,
      second?: Handler<C, Ready>,
    ) => {
      if (whoMay(call.action).includes("ANYONE")) throw new Error(`${call.path} is open to anyone: greet it`);
      const handler = (second ?? first) as Handler<C, Ready>;
      const prepare = second ? (first as Preparation<C, Ready>) : null;
      addRouteFor[call.audience](call, handler, prepare);
    },
    publicRoute: (call, handler) => {
      if (!whoMay(call.action).includes("ANYONE")) throw new Error(`${call.path} is not open to anyone: serve it`);
      const serialize = serializerFor(call, config);
      route(call, async (request, reply) => {
        await limits.count("anonymous", request.ip);
        reply.code(call.status ?? 200);
        return serialize(await handler({ ...inputOf(call, request), request, reply }));
      });
    },
  };
}

/** Lock waits of two seconds each: nobody's browser gives up before. */
const maxLockRetries = 4;

/**
 * Whoever presses twice stands in a line at the same row, and on a busy day the line is longer than the database's patience with a lock.
 * It has then undone everything, so the same is begun anew, and the person who waited is answered like the first. A partner's server
 * is told instead that it is busy: it has a key to come back with.
 */
async function retryOnLock<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === maxLockRetries || !wasInTheWay(error)) throw error;
    }
  }
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
