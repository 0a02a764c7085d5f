import type { Action } from "@inlay/lending/access/permissions.ts";
import type { z } from "zod/mini";

/** The folders of the API, each the owner of its routes. */
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
  | "notices"
  | "staff"
  | "clock";

type Shape = z.core.$ZodType;

/**
 * One call over the wire, described once: the server parses, answers and documents with it, the portal types its
 * requests with it. `door` says how a caller is known there and which form a refusal takes.
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
  /** The status of success; 200 unless said. */
  status?: 200 | 201 | 202 | 204;
  /** A partner's write that needs an Idempotency-Key. */
  idempotent?: true;
  /** A partner's write that makes something new: as long as it is only tried, the thing has no id. */
  makes?: true;
  /** Many rows at once, each done for itself before the answer is kept. */
  isBatch?: true;
  /** The answer holds a secret, so a repeat gets it for a few minutes only. */
  secretAnswer?: true;
  /** Exists only where the environment is the sandbox. */
  sandboxOnly?: true;
};

export const call = <const C extends Call>(description: C): C => description;

type InputOf<S> = S extends Shape ? z.input<S> : undefined;
type OutputOf<S> = S extends Shape ? z.output<S> : undefined;

/** What a client sends. */
export type Sent<C extends Call, Part extends "params" | "query" | "body"> = InputOf<C[Part]>;
/** What the server works with after parsing. */
export type Parsed<C extends Call, Part extends "params" | "query" | "body"> = OutputOf<C[Part]>;
/** What the server hands over, and what a client reads. */
export type Answer<C extends Call> = z.output<C["answer"]>;
