import { randomUUID } from "node:crypto";
import type { Customer } from "./customers.ts";

const products = [
  "TERM_LOAN",
  "LINE_OF_CREDIT",
  "INVOICE_FINANCING",
  "PAYABLES_FINANCING",
  "CASH_ADVANCE",
  "INTEGRATED_CASH_ADVANCE",
] as const;

type Problem = { code: string; detail: string; requestId: string };

/** What Inlay tells a platform about a business. `label` may contain `{amount}`, which is `offerUpToCents`. */
export type Status = {
  state: string;
  label: string;
  offerUpToCents: number | null;
  actionRequired: boolean;
  actionMessage: string | null;
};
type Business = { platformBusinessId: string; status: Status };
type Prequalified = { prequalification: { platformBusinessId: string; isPrequalified: boolean } | null };

/** Inlay refused a request or could not be reached. */
export class InlayError extends Error {
  override readonly name = "InlayError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export type Inlay = ReturnType<typeof inlay>;

/** The part of Inlay's partner API that we use. The secret key never leaves this file. */
export function inlay(apiUrl: string, secretKey: string) {
  const enrolled = new Map<string, Promise<string>>();

  async function send<T>(path: string, write?: { body: object; idempotencyKey: string }): Promise<T> {
    const response = await fetch(new URL(`/api/platform/v1${path}`, apiUrl), {
      method: write ? "POST" : "GET",
      signal: AbortSignal.timeout(10_000),
      headers: {
        authorization: `Bearer ${secretKey}`,
        ...(write && { "content-type": "application/json", "idempotency-key": write.idempotencyKey }),
      },
      ...(write && { body: JSON.stringify(write.body) }),
    }).catch((cause: unknown) => {
      throw new InlayError("UNREACHABLE", `Inlay could not be reached: ${String(cause)}`);
    });
    if (response.ok) return (await response.json()) as T;
    const problem = (await response.json().catch(() => ({}))) as Partial<Problem>;
    const { code = `HTTP_${response.status}`, detail = "no detail", requestId = "unknown" } = problem;
    throw new InlayError(code, `${code}: ${detail} (request ${requestId})`);
  }

  /** Creates the record under Larkspur's own id, or reads the one that an earlier run created. */
  async function ensure(collection: string, ourId: string, body: object): Promise<{ id: string }> {
    try {
      return await send(`/${collection}`, { body, idempotencyKey: `larkspur-${collection}-${ourId}` });
    } catch (error) {
      if (!(error instanceof InlayError) || error.code !== "ALREADY_EXISTS") throw error;
      return send(`/${collection}/${encodeURIComponent(`platform:${ourId}`)}`);
    }
  }

  async function enroll({ id, name, user, isOwner }: Customer): Promise<string> {
    const business = await ensure("businesses", id, { platformBusinessId: id, name });
    const { id: platformUserId, ...person } = user;
    const created = await ensure("users", platformUserId, {
      platformUserId,
      businessId: business.id,
      ...person,
      ...(isOwner && { roles: ["PRIMARY_OWNER"] }),
    });
    return created.id;
  }

  /** Inlay's id of the customer's user. The first call creates the business and the user at Inlay. */
  function userIdOf(customer: Customer): Promise<string> {
    const known = enrolled.get(customer.id);
    if (known) return known;
    const enrollment = enroll(customer);
    enrollment.catch(() => enrolled.delete(customer.id));
    enrolled.set(customer.id, enrollment);
    return enrollment;
  }

  return {
    userIdOf,
    /**
     * Prequalifies the customers whose figures Larkspur knows for every product, in one batch. It is safe to repeat: the same figures have
     * the same result for a day, and later ones replace it. Returns the ids of those who qualify for some product.
     */
    async prequalify(customers: readonly Customer[]): Promise<Set<string>> {
      const known = customers.filter(({ figures }) => figures);
      for (const customer of known) await userIdOf(customer);
      const rows = known.flatMap(({ id, figures }) =>
        products.map((productType) => ({
          platformBusinessId: id,
          productType,
          prequalType: "STANDARD",
          signals: figures,
        })),
      );
      const { results } = await send<{ results: Prequalified[] }>("/prequalifications/batch", {
        body: { rows },
        idempotencyKey: randomUUID(),
      });
      const qualified = results.flatMap(({ prequalification: one }) => (one?.isPrequalified ? [one] : []));
      return new Set(qualified.map(({ platformBusinessId }) => platformBusinessId));
    },
    /** Where the customers stand, by their id. One whom Inlay does not know yet is left out. */
    async statusesOf(customers: readonly Customer[]): Promise<Map<string, Status>> {
      const query = new URLSearchParams([
        ["limit", "100"],
        ...customers.map(({ id }): [string, string] => ["platformBusinessId", id]),
      ]);
      const { data } = await send<{ data: Business[] }>(`/businesses?${query}`);
      return new Map(data.map(({ platformBusinessId, status }) => [platformBusinessId, status]));
    },
    /** Creates a connect token, which opens one portal session for the customer's user. */
    async connectToken(customer: Customer): Promise<string> {
      const created = await send<{ connectToken: string }>(`/users/${await userIdOf(customer)}/connect-tokens`, {
        body: {},
        idempotencyKey: randomUUID(),
      });
      return created.connectToken;
    },
  };
}
