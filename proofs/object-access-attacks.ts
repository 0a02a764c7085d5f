import { randomUUID } from "node:crypto";
import { idPrefixes, publicId } from "@inlay/contracts/ids.ts";
import { hasScope, type PartnerAction, scopeOf } from "@inlay/contracts/partner/scopes.ts";
import { mayDo } from "@inlay/lending/access/permissions.ts";
import { type DescribedCall, fieldName, type IdField } from "./object-access-calls.ts";
import { cases, type Sent } from "./object-access-cases.ts";
import type { Audience, Caller, Tenant } from "./object-access-tenants.ts";

/** A request as it is sent: with whose credentials, and from which tenant. */
export type Attempt = { call: DescribedCall; tenant: Tenant; caller: Caller; token: string | null; sent: Sent };

type AttackKind =
  | "unknown id"
  | "id of another business of the platform"
  | "id of another platform"
  | "id of another business of the same person"
  | "own id and an id of somebody else"
  | "no credentials"
  | "revoked credentials"
  | "expired credentials"
  | "credentials of another audience";

/** One case: an attempt that must be answered as `unknown` is, which names objects that do not exist. */
export type Attack = {
  kind: AttackKind;
  name: string;
  field: IdField | null;
  attempt: Attempt;
  unknown: Attempt;
  /** The same request with the caller's own id. */
  control: Attempt;
};

/**
 * Ids by which staff choose what they work on: every tenant, task, request, member and shadow run is within their reach, and the first id of a path
 * narrows the transaction to one tenant. An order that a bank line belongs to may be any tenant's.
 */
const withinReachOfStaff = /^params\.(businessId|taskId|requestId|platformId|memberId|shadowRunId)$|^query\.after$/;
const isWithinReach = (call: DescribedCall, field: IdField): boolean =>
  call.call.audience === "staff" &&
  (withinReachOfStaff.test(fieldName(field)) || call.name === "staff.identifyBankLine");

/** A theme belongs to the platform, and each of its businesses may choose it. */
const ofPlatform = /customInitializationId$/;

/** The requests of a caller about their own objects. Throws if the call has no case. */
export function requestsOf(call: DescribedCall, tenant: Tenant, caller: Caller): Sent[] {
  const make = cases[call.name];
  const needsCase = call.fields.some(({ place }) => place !== "headers") || call.call.body || call.call.params;
  if (!make && needsCase)
    throw new Error(`${call.name} has ids, path parameters or a body: add a request to proofs/object-access-cases.ts`);
  const made = make?.(tenant.objects, caller) ?? {};
  const requests = Array.isArray(made) ? made : [made];
  if (!call.fields.some(({ place }) => place === "headers")) return requests;
  return requests.map((sent) => ({ ...sent, headers: { "user-index": "0" } }));
}

/** Throws if no request of the call's case uses a field, or if a reference is used in one of its two forms only. */
export function requireEveryField(call: DescribedCall, requests: readonly Sent[]): void {
  for (const field of call.fields) {
    const values = requests.flatMap((sent) => placesOf(sent, field).map((place) => valueAt(sent, place)));
    const forms = field.isReference ? [/^platform:/, /^[a-z]{3}_/] : [/./];
    for (const form of forms)
      if (!values.some((value) => form.test(value)))
        throw new Error(`${call.name}: no request in proofs/object-access-cases.ts has ${fieldName(field)} (${form})`);
  }
}

export const isPermitted = ({ call }: DescribedCall, { roles, scopes }: Caller, sent: Sent): boolean =>
  sent.isPermitted !== false &&
  mayDo(roles, call.action) &&
  (!scopes || hasScope(scopes, scopeOf[call.action as PartnerAction]));

/** Every attack of the callers of one tenant on a call. */
export function attacksOn(call: DescribedCall, tenant: Tenant, others: readonly Tenant[]): Attack[] {
  if (call.isPublic) return [];
  const callers = tenant.callers.filter(({ audience }) => audience === call.call.audience);
  return [
    ...callers.flatMap((caller) => idAttacks(call, tenant, caller, others)),
    ...credentialAttacks(call, tenant, callers[0] as Caller),
  ];
}

function idAttacks(call: DescribedCall, tenant: Tenant, caller: Caller, others: readonly Tenant[]): Attack[] {
  const attacks: Attack[] = [];
  for (const [n, own] of requestsOf(call, tenant, caller).entries()) {
    const attemptOf = (sent: Sent): Attempt => ({ call, tenant, caller, token: caller.token, sent });
    const { only } = own;
    for (const field of call.fields.filter((one) => !only || only.includes(fieldName(one)))) {
      for (const place of placesOf(own, field)) {
        const value = valueAt(own, place);
        const never = neverIssued(value);
        const add = (kind: AttackKind, attempt: Sent, unknown: Sent, about = "") => {
          const name = `${caller.name}: ${call.name} ${n} ${fieldName(field)}: ${kind}${about}`;
          attacks.push({
            kind,
            name,
            field,
            attempt: attemptOf(attempt),
            unknown: attemptOf(unknown),
            control: attemptOf(own),
          });
        };
        const unknown = replaced(own, place, never);
        add("unknown id", unknown, replaced(own, place, neverIssued(value)));
        if (isWithinReach(call, field)) continue;
        for (const other of others) {
          if (caller.audience === "partner" && other.platformId === tenant.platformId) continue;
          const foreign = foreignValue(call, n, place, other, caller);
          if (foreign === value) continue;
          const isNeighbor = other.platformId === tenant.platformId;
          const kind = isNeighbor ? "id of another business of the platform" : "id of another platform";
          add(kind, replaced(own, place, foreign), unknown, ` (${other.word})`);
          const list = place.lastIndexOf("0");
          if (list >= 0)
            add(
              "own id and an id of somebody else",
              appended(own, place, list, foreign),
              appended(own, place, list, never),
              ` (${other.word})`,
            );
        }
        if (caller.audience === "portal" && field.place !== "headers" && !ofPlatform.test(fieldName(field))) {
          const asOther = (sent: Sent): Sent => ({ ...sent, headers: { "user-index": "1" } });
          add("id of another business of the same person", asOther(own), asOther(unknown));
        }
      }
    }
  }
  return attacks;
}

/** The id that the same request of another tenant has in this place. Nobody has a third business, so the index of one names nothing. */
function foreignValue(call: DescribedCall, n: number, place: readonly string[], other: Tenant, caller: Caller): string {
  if (place[0] === "headers") return "2";
  const peers = other.callers.filter(({ audience }) => audience === caller.audience);
  // Staff are the same people everywhere, so another of them stands for somebody else.
  const at = peers.findIndex(({ name }) => name === caller.name);
  const peer = peers[(at + 1) % peers.length] as Caller;
  return valueAt(requestsOf(call, other, peer)[n] ?? {}, place);
}

function credentialAttacks(call: DescribedCall, tenant: Tenant, caller: Caller): Attack[] {
  const audience = caller.audience;
  const { revoked, expired } = tenant.ended[audience];
  const tokens: [AttackKind, string | null, string][] = [
    ["no credentials", null, ""],
    ["revoked credentials", revoked, ""],
    ["expired credentials", expired, ""],
    ...(["portal", "partner", "staff", "accountant"] satisfies Audience[])
      .filter((other) => other !== audience)
      .map((other): [AttackKind, string, string] => {
        const token = tenant.callers.find((one) => one.audience === other)?.token ?? "";
        return ["credentials of another audience", token, ` (${other})`];
      }),
  ];
  return requestsOf(call, tenant, caller).flatMap((own, n) => {
    const { arrange: _, ...sent } = own;
    const never = call.fields
      .flatMap((field) => placesOf(sent, field))
      .reduce((all, place) => replaced(all, place, neverIssued(valueAt(sent, place))), sent as Sent);
    return tokens.map(([kind, token, about]): Attack => {
      const attemptOf = (one: Sent): Attempt => ({ call, tenant, caller, token, sent: one });
      const name = `${tenant.word}: ${call.name} ${n}: ${kind}${about}`;
      return { kind, name, field: null, attempt: attemptOf(sent), unknown: attemptOf(never), control: attemptOf(sent) };
    });
  });
}

/** Where a request has the field: its path with the positions of lists. */
function placesOf(sent: Sent, { place, path, step }: IdField): string[][] {
  const { completedStep, subStep } = (sent.body ?? {}) as { completedStep?: string; subStep?: string };
  if (step && step !== (subStep ?? completedStep)) return [];
  const full = [place, ...path].map((key) => (key === "*" ? "0" : key));
  return valueAt(sent, full) === "" ? [] : [full];
}

function valueAt(sent: object, place: readonly string[]): string {
  const value = place.reduce<unknown>(
    (at, key) => (at !== null && typeof at === "object" ? Reflect.get(at, key) : undefined),
    sent,
  );
  return typeof value === "string" ? value : "";
}

function replaced(sent: Sent, place: readonly string[], value: string): Sent {
  return changed(sent, (copy) => {
    const parent = place.slice(0, -1).reduce<object>((at, key) => Reflect.get(at, key) as object, copy);
    Reflect.set(parent, place.at(-1) ?? "", value);
  });
}

/** The list that the place is in gets a second element, which differs from the first only by this id. */
function appended(sent: Sent, place: readonly string[], list: number, value: string): Sent {
  return changed(sent, (copy) => {
    const items = place.slice(0, list).reduce<object>((at, key) => Reflect.get(at, key) as object, copy) as unknown[];
    const second = valueIn(replaced(sent, place, value), place.slice(0, list + 1));
    items.push(structuredClone(second));
  });
}
const valueIn = (sent: object, place: readonly string[]): unknown =>
  place.reduce<unknown>((at, key) => Reflect.get(at as object, key), sent);

function changed(sent: Sent, change: (copy: Sent) => void): Sent {
  const { arrange, ...rest } = sent;
  const copy: Sent = structuredClone(rest);
  change(copy);
  return arrange ? { ...copy, arrange } : copy;
}

const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/;
const kindOf = new Map(
  Object.entries(idPrefixes).map(([kind, prefix]) => [prefix as string, kind as keyof typeof idPrefixes]),
);

/** An id of the same form that names nothing. */
export function neverIssued(value: string): string {
  const kind = kindOf.get(/^([a-z]{3})_/.exec(value)?.[1] ?? "");
  if (kind) return publicId(kind, randomUUID());
  if (uuid.test(value)) return value.replace(uuid, randomUUID());
  if (/^\d+$/.test(value)) return String(1_000 + Math.floor(Math.random() * 9_000));
  return value.startsWith("platform:") ? `platform:${randomUUID()}` : randomUUID();
}

/** All ids that an attempt sends, which its answer may repeat. */
export const idsIn = ({ call, sent }: Attempt): string[] =>
  call.fields.flatMap((field) => {
    const all = placesOf(sent, field).map((place) => valueAt(sent, place));
    const second = placesOf(sent, field).map((place) =>
      valueAt(
        sent,
        place.map((key) => (key === "0" ? "1" : key)),
      ),
    );
    return [...all, ...second].filter((value) => value.length > 4);
  });
