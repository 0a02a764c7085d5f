// Finds every field of every call that can hold the id of an object, by the schemas that the server parses with.
import type { Call } from "@inlay/contracts/call.ts";
import * as accountantCalls from "@inlay/contracts/calls/accountant.ts";
import { portalCalls } from "@inlay/contracts/calls/all.ts";
import { later } from "@inlay/contracts/calls/later.ts";
import { platformId } from "@inlay/contracts/ids.ts";
import { additionalInputContracts } from "@inlay/contracts/onboarding/additional-inputs.ts";
import { coOwnerInputContracts, coOwnerStepContracts } from "@inlay/contracts/onboarding/co-owner-steps.ts";
import { onboardingStepContracts } from "@inlay/contracts/onboarding/steps.ts";
import { partnerCalls } from "@inlay/contracts/partner/calls.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import { whoMay } from "@inlay/lending/access/permissions.ts";
import type { AppContext } from "../apps/api/src/context.ts";
import type { HttpPart, Router } from "../apps/api/src/http/public.ts";

type Shape = NonNullable<Call["body"]>;
type Place = "params" | "query" | "body" | "headers";

export type IdField = {
  place: Place;
  /** `*` is any position of a list. */
  path: string[];
  /** The step to whose answer the field belongs, in a call that takes the answers of several steps. */
  step?: string;
  /** The platform's own id is accepted too, as `platform:<id>`. */
  isReference: boolean;
};
export type DescribedCall = { name: string; call: Call; isPublic: boolean; fields: IdField[] };

/** Each call with a route, under its audience and name. */
const routedCalls: readonly [string, Call][] = [
  ...named("portal", portalCalls).filter(([name]) => !later.some((one) => name === `portal.${one}`)),
  ...named("accountant", accountantCalls),
  ...named("partner", partnerCalls),
  ...named("staff", staffCalls),
];

/** Calls about a challenge to the caller in the caller's own session. Tests of the step-up try those of other sessions and users. */
const ofOwnSession = new Set(
  [
    ...["confirmStepUpCode", "confirmStepUpPasskey", "addPasskey", "requestPhoneCode", "confirmPhoneCode"],
    "requestPersonalPhoneCode",
  ].map((name) => `portal.${name}`),
);
export const servedCalls = routedCalls.filter(([name]) => !ofOwnSession.has(name));

function named(audience: string, calls: Record<string, Call>): [string, Call][] {
  return Object.entries(calls).map(([name, call]) => [`${audience}.${name}`, call]);
}

/** Calls whose body holds, in `data`, the answer to a step. Each step has a contract of its own. */
const answers: Record<string, Record<string, { completion: Shape }>> = {
  "portal.completeStep": { ...onboardingStepContracts, ...additionalInputContracts },
  "portal.completeCoOwnerStep": { ...coOwnerStepContracts, ...coOwnerInputContracts },
};

/** Text without the form of an id that names an object all the same. */
const textIds = [
  /\.(f|invoiceF)ileUrl$/,
  /^portal\.listPaymentOrders query\.platformInvoiceIds\.\*$/,
  /^portal\.(readEmbeddedSession|submitSession(Invoice|Bill)) body\.sessionToken$/,
];

/**
 * What looks like an id or could hide one, and names no object of a tenant. A part of a request that its contract does not describe must be
 * here too.
 */
const notIds: [RegExp, string][] = [
  [
    /^portal\.(getStep|saveStepDraft|getCoOwnerStep|saveCoOwnerStepDraft|get(CoOwner)?OffersStep) params\.id$/,
    "the name of a step",
  ],
  [/^(portal|accountant)\.\w+Uploads body\.files\.\*\.id$/, "chosen by the client to tell its files apart"],
  [
    /^portal\.complete(CoOwner)?Step body\.(data|payload)\.\{\}$/,
    "parsed by the contract of the step, whose fields are listed as those of `data`",
  ],
  [
    /^staff\.(previewOutside|recordOutside|previewReturned|returnOutside)Payment (query|body)\.vendorLineId$/,
    "the processor's reference of a line of our bank, which belongs to no tenant while it is in suspense",
  ],
  [/^portal\.completeCoOwnerStep body\.inputId$/, "not read: a co-owner answers the first open request"],
  [
    /^portal\.completeOffersStep body\.challengeId$/,
    "a challenge to the caller in the caller's own session, as in the calls of the step-up",
  ],
  [/^portal\.reportInteraction /, "counted, and never looked up"],
  [/^portal\.(suggestAddresses|resolveAddress) body\.(session|id)$/, "names the vendor's objects"],
  [
    /^portal\.exchangeBankLinkToken body\.(publicToken|metadata\.\{\})$/,
    "issued by the vendor to whoever links the bank",
  ],
  [/^portal\.exchangeConnectToken body\.connectToken$/, "a secret that is the credential"],
  [
    /^(accountant\.\w+|portal\.(stopAccountChange|refuseReminders|stopEmails)) body\.token$/,
    "a secret that is the credential",
  ],
  [/^portal\.(stopEmailsInOneClick|openStopPage) query\.token$/, "a secret that is the credential"],
  [
    /^partner\.create(EmbeddedSession|PilotInvoice) body\.data\..*platformInvoice(Id|Number)$/,
    "the platform's own names of its invoices, which are looked up among those of the platform only",
  ],
  [/^partner\.\w+ query\.cursor$/, "a signed position between the rows that the platform's scope selects"],
  [/^portal\.requestLoginCode body\.originUrl$/, "the page to return to"],
  [/^staff\.(enrollStaff|signInStaff|signInByPasskey) body\./, "known only to the browser that began the sign-in"],
  [/^staff\.addPasskey body\.response/, "signed by the passkey"],
  [/^staff\.(approve|reject)Request body\.payloadHash$/, "repeats what the request that the path names contains"],
  [
    /^portal\.(createInvoice|submitSession\w+) body\.(offerP|p)lanId$/,
    "names a plan of the product that the path names",
  ],
  [
    /^portal\.submitSession(Invoice|Bill) body\.platformInvoiceId$/,
    "the platform's own name of an invoice, which is looked up in the session that the token names",
  ],
  [/^partner\.putMarkup body\.plans\.\*\.planId$/, "names a plan of the application that the path names"],
  [
    /^staff\.recordPayoffLetter body\.existingDebtId$/,
    "names a debt in the terms of the application that the path names",
  ],
  [/^staff\.proposePolicy body\.policy$/, "parsed by the schema of policies, which contains no ids"],
  [/^staff\.findBusinesses query\.reference$/, "staff may find every business"],
];

/** Every call with a route, with its id fields. Throws where a field is not understood. */
export const describeCalls = (calls: readonly [string, Call][] = servedCalls): DescribedCall[] =>
  calls.map(([name, call]) => {
    const fields: IdField[] = [];
    for (const place of ["params", "query", "body"] as const) {
      const shape = call[place];
      if (shape) collect(shape, { call: name, place, path: [] }, fields);
    }
    for (const [step, { completion }] of Object.entries(answers[name] ?? {}))
      collect(completion, { call: name, place: "body", path: ["data"], step }, fields);
    const isPublic = whoMay(call.action).includes("ANYONE");
    // The user index selects one of a person's own businesses, in every call of the portal.
    if (call.audience === "portal" && !isPublic)
      fields.push({ place: "headers", path: ["user-index"], isReference: false });
    return { name, call, isPublic, fields };
  });

/** The name of a field in messages and tables. */
export const fieldName = ({ place, path, step }: Pick<IdField, "place" | "path" | "step">): string =>
  [place, ...path].join(".") + (step ? ` of ${step}` : "");

type At = { call: string; place: Place; path: string[]; step?: string };
type Definition = { type: string; format?: string; pattern?: RegExp } & Record<string, unknown>;

/** Names that ids, references and secrets have. */
const idLike = /(^id|Ids?|[uU]r[il]|[tT]oken|[cC]ursor|[rR]eference|[hH]ash|[kK]ey|[sS]ession)$/;

function collect(shape: Shape, at: At, fields: IdField[]): void {
  const definition = shape._zod.def as unknown as Definition;
  const { call, place, path, step } = at;
  const inner = innerShapes(definition);
  for (const [one, key] of inner ?? []) collect(one, key === null ? at : { ...at, path: [...path, key] }, fields);
  const where = `${call} ${[place, ...path].join(".")}`;
  if (inner || harmless.has(definition.type) || notIds.some(([pattern]) => pattern.test(where))) return;
  if (definition.type !== "string")
    throw new Error(`${where} is of type ${definition.type} and could hide an id: describe it, or list it in notIds`);
  const { format = "" } = definition;
  const isText = shape === (platformId as Shape) || textIds.some((pattern) => pattern.test(where));
  if (isText || ["uuid", "guid", "id", "reference"].includes(format)) {
    const isKnown = fields.some((field) => fieldName(field) === fieldName(at));
    if (!isKnown) fields.push({ place, path, isReference: format === "reference", ...(step && { step }) });
  } else if (idLike.test(path.findLast((key) => key !== "*") ?? "")) {
    throw new Error(`${where} has the name of an id: give it the form of one, or list it in textIds or notIds`);
  }
}

/** Types whose values name no object. */
const harmless = new Set(["never", "enum", "literal", "number", "int", "boolean", "transform"]);

/** The shapes inside a shape, each with its key; null where it is the same value. Undefined for a shape that contains no others. */
function innerShapes(definition: Definition): [Shape, string | null][] | undefined {
  const at = (name: string) => definition[name] as Shape;
  const all = (name: string) => definition[name] as Shape[];
  switch (definition.type) {
    case "object": {
      const members = Object.entries(definition["shape"] as Record<string, Shape>);
      const others = definition["catchall"] ? [[at("catchall"), "{}"] as [Shape, string]] : [];
      return [...members.map(([key, shape]): [Shape, string] => [shape, key]), ...others];
    }
    case "record":
      return [[at("valueType"), "{}"]];
    case "array":
      return [[at("element"), "*"]];
    case "tuple":
      return all("items").map((shape) => [shape, "*"]);
    case "union":
      return all("options").map((shape) => [shape, null]);
    case "pipe":
      return [
        [at("in"), null],
        [at("out"), null],
      ];
    case "optional":
    case "nullable":
    case "default":
      return [[at("innerType"), null]];
    default:
      return undefined;
  }
}

/** Throws if the server has a route whose call is in none of the lists above. */
export function requireRouted(parts: readonly HttpPart[], app: AppContext): void {
  const known = new Set(routedCalls.map(([, call]) => call));
  const note = (call: Call) => {
    // What is open to anyone and takes nothing cannot reach an object.
    const takesNothing = whoMay(call.action).includes("ANYONE") && !call.params && !call.query && !call.body;
    if (!known.has(call) && !takesNothing)
      throw new Error(`${call.method} ${call.path} has a route and is in no list of calls`);
  };
  const router = { authenticatedRoute: note, publicRoute: note } as unknown as Router;
  for (const { routes = {} } of parts) for (const add of Object.values(routes).flat()) add(router, app);
}
