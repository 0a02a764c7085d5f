import { type Answer, type Call, needsStepUp, type Parsed } from "@inlay/contracts/call.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { fileAnswer } from "@inlay/contracts/file-answer.ts";
import { hasScope, type PartnerAction, scopeOf } from "@inlay/contracts/partner/scopes.ts";
import { mayDo, whoMay } from "@inlay/lending/access/permissions.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod/mini";
import type { AppContext } from "../context.ts";
import { inScope, type Scope, staffScope, type Tx } from "../db/scope.ts";
import type { RateLimitState } from "../limits.ts";
import {
  type Accountant,
  accountantOf,
  claimsOf,
  enter as enterSession,
  enterStaff,
  hasSteppedUp,
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
import { isRepeated } from "./repeated.ts";
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

/** The parsed input of a caller who may make the call. */
export type PermittedInput<C extends Call> = Input<C> & { caller: CallerAt<C> };

/** The context of an authenticated handler: one open transaction that sees only what the caller may see. */
export type RequestContext<C extends Call, Ready = undefined> = PermittedInput<C> & { tx: Tx; ready: Ready };

/** The context of a public handler. It has no tenant, so the handler opens its own transactions once it has found one. */
export type PublicRequestContext<C extends Call> = Input<C> & { request: FastifyRequest; reply: FastifyReply };

type Handler<C extends Call, Ready> = (request: RequestContext<C, Ready>) => Promise<Answer<C>>;
/** Prepares what the transaction must not wait for, such as a key from the key service. */
type Prepare<C extends Call, Ready> = (input: PermittedInput<C>) => Promise<Ready>;
/** A preparation that only some inputs need. The others are handled in the transaction that authenticates them. */
type Preparation<C extends Call, Ready> = { needed(input: Input<C>): boolean; run: Prepare<C, Ready> };

export type Router = {
  /** Adds a route that requires an authenticated caller. */
  authenticatedRoute<C extends Call>(call: C, handler: Handler<C, undefined>): void;
  authenticatedRoute<C extends Call, Ready>(call: C, prepare: Prepare<C, Ready>, handler: Handler<C, Ready>): void;
  authenticatedRoute<C extends Call, Ready>(
    call: C,
    preparation: Preparation<C, Ready>,
    handler: Handler<C, Ready | undefined>,
  ): void;
  /** Adds a route that is open to anyone. */
  publicRoute<C extends Call>(call: C, handler: (request: PublicRequestContext<C>) => Promise<Answer<C>>): void;
};

export type Audience = Call["audience"];

/** What a slice gives to the HTTP server. */
export type HttpPart = {
  routes?: Partial<Record<Audience, readonly ((router: Router, app: AppContext) => void)[]>>;
  webhooks?: readonly ((app: AppContext) => WebhookHandler<unknown>)[];
};

type Session = {
  scope: Scope;
  enter(tx: Tx): Promise<KnownCaller>;
  /** Called after the transaction has been rolled back. */
  onRefusal?(refusal: Refusal): Promise<void>;
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
  const consoleOrigin = new URL(config.CONSOLE_URL).origin;

  function route(call: Call, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<string | Uint8Array>) {
    if (call.sandboxOnly && config.isProduction) return;
    if (call.stepUp && (call.audience !== "portal" || whoMay(call.action).includes("ANYONE")))
      throw new Error(`${call.path} needs a step-up, and only a signed-in person can pass one`);
    fastify.route({
      method: call.method,
      url: call.path,
      config: { action: call.action, audience: call.audience, ignoresBody: call.ignoresBody ?? false },
      ...(call.isBatch && { bodyLimit: batchBytes }),
      schema: {
        summary: call.summary,
        tags: [call.slice],
        ...(call.params && { params: call.params }),
        ...(call.query && { querystring: call.query }),
        ...(call.body && { body: call.body }),
        ...(!call.file && { response: { [call.status ?? 200]: call.answer } }),
        ...(call.audience === "partner" && describeWrite(call)),
      },
      handler: async (request, reply) => {
        const body = await handler(request, reply);
        if (!reply.hasHeader("content-type")) reply.type(call.file ?? "application/json; charset=utf-8");
        return reply.send(body);
      },
    });
  }

  const inputOf = <C extends Call>(call: C, request: FastifyRequest, terms = noTerms): Input<C> => {
    const { params, query, body } = parse(call, request);
    const userAgent = (request.headers["user-agent"] ?? "").slice(0, 300);
    const { ifMatch, dryRun } = terms;
    return { params, query, body, requestId: request.id, address: request.ip, userAgent, ifMatch, dryRun };
  };

  /**
   * How a request with a session is authenticated: the scope of its transaction, and the caller, who is found inside it. A staff member's
   * transaction is narrowed afterwards to the tenant that the call names.
   */
  const sessions: Record<Exclude<Audience, "partner">, (request: FastifyRequest) => Promise<Session>> = {
    portal: async (request) => {
      const claims = await claimsOf(request, tokens, portalOrigin);
      if (!claims) throw new Refusal("NOT_SIGNED_IN");
      await limits.count("person", claims.userId);
      return {
        scope: { platformId: claims.platformId, businessId: "whole platform" },
        enter: (tx) => enterSession(tx, claims, request, portalOrigin),
      };
    },
    staff: async (request) => {
      const token = staffTokenOf(request, consoleOrigin);
      if (!token) throw new Refusal("NOT_SIGNED_IN");
      return {
        scope: staffScope,
        enter: async (tx) => {
          const staff = await enterStaff(tx, token);
          if (!staff) throw new Refusal("NOT_SIGNED_IN");
          await limits.count("person", staff.memberId);
          return staff;
        },
        // Requests with an invalid cookie count against the anonymous limit, which takes a connection of its own.
        onRefusal: async ({ code }) => {
          if (code === "NOT_SIGNED_IN") await limits.count("anonymous", request.ip);
        },
      };
    },
    accountant: async (request) => {
      const accountant = await accountantOf(request, pool, portalOrigin);
      if (!accountant) {
        await limits.count("anonymous", request.ip);
        throw new Refusal("NOT_SIGNED_IN");
      }
      const { platformId, businessId, invitationId } = accountant;
      await limits.count("person", invitationId);
      return { scope: { platformId, businessId }, enter: async () => accountant };
    },
  };

  /**
   * Portal, staff and accountant audiences: the session is checked inside the transaction of the handler. A request that needs a
   * preparation is authenticated in a transaction of its own, prepared outside, and authenticated again for the handler.
   */
  function addSessionRoute<C extends Call, Ready>(
    call: C,
    handler: Handler<C, Ready>,
    preparation: Preparation<C, Ready>,
  ) {
    const serialize = serializerFor(call, config);
    const openSession = sessions[call.audience as keyof typeof sessions];
    route(call, async (request, reply) => {
      const { scope, enter, onRefusal } = await openSession(request);
      let input: Input<C> | undefined;
      const inTransaction = <T>(work: (tx: Tx, admitted: PermittedInput<C>) => Promise<T>): Promise<T> =>
        retryOnLock(() =>
          inScope(pool, scope, async (tx) => {
            const caller = await enter(tx);
            request.caller = caller;
            permit(call, caller);
            input ??= inputOf(call, request);
            if (needsStepUp(call, input.body) && !(caller.kind === "person" && (await hasSteppedUp(tx, caller))))
              throw new Refusal("STEP_UP_REQUIRED");
            if (caller.kind === "staff") request.caller = await narrowToTenant(tx, caller, input.params ?? {});
            return work(tx, { ...input, caller: request.caller as CallerAt<C> });
          }),
        ).catch(async (error: unknown) => {
          if (error instanceof Refusal) await onRefusal?.(error);
          throw error;
        });
      const respond = (answer: Answer<C>): string | Uint8Array => {
        reply.code(call.status ?? 200);
        if (!call.file) return serialize(answer);
        const { fileName, contents, mediaType } = z.parse(fileAnswer, answer);
        if (mediaType) reply.type(mediaType);
        reply.header("content-disposition", `attachment; filename="${fileName}"`);
        return contents;
      };
      const first = await inTransaction(async (tx, admitted) =>
        preparation.needed(admitted)
          ? { toPrepare: admitted }
          : { answer: await handler({ ...admitted, tx, ready: undefined as Ready }) },
      );
      if (first.toPrepare === undefined) return respond(first.answer);
      const ready = await preparation.run(first.toPrepare);
      return respond(await inTransaction((tx, admitted) => handler({ ...admitted, tx, ready })));
    });
  }

  /** Partner audience: the API key is checked before the transaction begins, and a write happens once per idempotency key. */
  function addPartnerRoute<C extends Call, Ready>(
    call: C,
    handler: Handler<C, Ready>,
    preparation: Preparation<C, Ready>,
  ) {
    const serialize = serializerFor(call, config);
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
      const content = [call.method, call.path, input.params, input.query, input.body];
      const keyed: KeyedRequest | null = terms.key
        ? {
            platformId,
            key: terms.key,
            requestId: request.id,
            fingerprint: fingerprintOf(app, content),
          }
        : null;
      // The rows of a batch commit before its answer is stored, so a repeated request is recognized before the rows run.
      const known = call.isBatch && keyed ? await inScope(pool, scope, (tx) => savedAnswer(tx, keyed, null)) : null;
      if (known) return replay(reply, known);
      const ready = preparation.needed(input) ? await preparation.run(input) : (undefined as Ready);
      if (terms.dryRun) {
        const tried = await tryOut(pool, scope, async (tx) => serialize(await handler({ ...input, tx, ready })));
        reply.code(200);
        return JSON.stringify(operationOf(call, tried));
      }
      const encryptionKey = call.secretAnswer ? await vault.keyFor({ platformId, businessId: null }) : null;

      return inScope(pool, scope, async (tx) => {
        const earlier = keyed && (await claimKey(tx, keyed, encryptionKey));
        if (earlier) return replay(reply, earlier);
        const answer = await handler({ ...input, tx, ready });
        const status = isRepeated(answer) ? 200 : (call.status ?? 200);
        reply.code(status).headers(etagOf(answer));
        const body = serialize(answer);
        if (keyed) await saveAnswer(tx, keyed, status, body, encryptionKey);
        return body;
      });
    });
  }

  return (audience) => ({
    authenticatedRoute: <C extends Call, Ready>(
      call: C,
      ...[first, second]: [Handler<C, Ready>] | [Prepare<C, Ready> | Preparation<C, Ready>, Handler<C, Ready>]
    ) => {
      refuseOtherAudience(audience, call);
      if (whoMay(call.action).includes("ANYONE")) throw new Error(`${call.path} is open to anyone: use publicRoute`);
      const addRoute = audience === "partner" ? addPartnerRoute : addSessionRoute;
      if (!second)
        addRoute(call, first as Handler<C, Ready>, { needed: () => false, run: async () => undefined as Ready });
      else addRoute(call, second, "run" in first ? first : { needed: () => true, run: first as Prepare<C, Ready> });
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
