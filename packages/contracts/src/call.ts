import type { Action } from "@inlay/lending/access/permissions.ts";
import type { z } from "zod/mini";

/** The slices of the API. Each slice is a folder that owns its routes. */
export type Slice =
  | "onboarding"
  | "offers"
  | "servicing"
  | "underwriting"
  | "partners"
  | "people"
  | "ledger"
  | "payments"
  | "banking"
  | "documents"
  | "disclosures"
  | "notifications"
  | "staff"
  | "clock";

type Shape = z.core.$ZodType;

/**
 * One API call, described once: the server parses, answers and documents with it, and the portal types its requests
 * with it. `audience` decides how the caller is authenticated and which form a refusal takes.
 */
export type Call = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: `/api/${string}`;
  audience: "portal" | "partner" | "staff" | "accountant";
  slice: Slice;
  action: Action;
  summary: string;
  params?: Shape;
  query?: Shape;
  body?: Shape;
  answer: Shape;
  /** The answer is a file of this type, as `fileAnswer` describes it: its contents are sent instead of JSON. */
  file?: "application/pdf";
  /** The request may have a body of any media type, which is not read. */
  ignoresBody?: true;
  /** The HTTP status of success; 200 by default. */
  status?: 200 | 201 | 202 | 204;
  /** A partner's write that needs an Idempotency-Key. */
  idempotent?: true;
  /** A partner's write that creates an object. A dry run answers without an id, because the object does not exist. */
  makes?: true;
  /** A write of many rows. Each row is processed on its own before the idempotent answer is saved. */
  isBatch?: true;
  /** The answer contains a secret, so a repeated request receives it only for a few minutes. */
  secretAnswer?: true;
  /**
   * The person must have confirmed within the last minutes that it is them: for every request, or for those that the function selects by
   * their parsed body. Refused with STEP_UP_REQUIRED.
   */
  stepUp?: true | ((body: never) => boolean);
  /** The call exists only in the sandbox environment. */
  sandboxOnly?: true;
};

export const call = <const C extends Call>(description: C): C => description;

/** Whether a request of this call, with this parsed body, needs a step-up. */
export const needsStepUp = ({ stepUp }: Call, body: unknown): boolean =>
  typeof stepUp === "function" ? stepUp(body as never) : stepUp === true;

type InputOf<S> = S extends Shape ? z.input<S> : undefined;
type OutputOf<S> = S extends Shape ? z.output<S> : undefined;

/** The type of a request part before parsing, as a client sends it. */
export type Sent<C extends Call, Part extends "params" | "query" | "body"> = InputOf<C[Part]>;
/** The type of a request part after parsing, as the server uses it. */
export type Parsed<C extends Call, Part extends "params" | "query" | "body"> = OutputOf<C[Part]>;
/** The type of the response body. */
export type Answer<C extends Call> = z.output<C["answer"]>;
