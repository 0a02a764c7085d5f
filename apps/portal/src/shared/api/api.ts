import type { Answer, Call, Sent } from "@inlay/contracts/call.ts";
import type { PortalErrorBody } from "@inlay/contracts/errors.ts";

type RefusedField = NonNullable<PortalErrorBody["fields"]>[number];

/** Why a request failed. `code` is from the error catalog, or NETWORK if the API did not answer. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: string;
  readonly requestId: string | null;
  readonly status: number;
  readonly fields: readonly RefusedField[];

  constructor({ code, message, requestId = null, status, fields = [] }: ErrorDetails) {
    super(message);
    this.code = code;
    this.requestId = requestId;
    this.status = status;
    this.fields = fields;
  }
}
type ErrorDetails = {
  code: string;
  message: string;
  requestId?: string | null;
  status: number;
  fields?: readonly RefusedField[];
};

type Part = "params" | "query" | "body";
/** Exactly the parts that this call has. */
export type Parts<C extends Call> = {
  [P in Part as Sent<C, P> extends undefined ? never : P]: Sent<C, P>;
};
type AnyParts = {
  params?: Record<string, string>;
  query?: Record<string, string | readonly string[] | undefined>;
  body?: unknown;
};

const timeoutMs = 30_000;

export async function request<C extends Call>(
  call: C,
  parts: Parts<C>,
  headers: Record<string, string> = {},
): Promise<Answer<C>> {
  const { params = {}, query = {}, body } = parts as AnyParts;
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one) => [name, one] as [string, string]),
  );
  const response = await answerOf(given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path, {
    method: call.method,
    signal: AbortSignal.timeout(timeoutMs),
    headers: body === undefined ? headers : { ...headers, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw await refusalIn(response);
  return (call.file ? await fileIn(response) : await response.json()) as Answer<C>;
}

const fileIn = async (response: Response) => ({
  ...(response.headers.get("content-type") === "application/zip" && { mediaType: "application/zip" as const }),
  fileName: /filename="(.*)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "",
  contents: new Uint8Array(await response.arrayBuffer()),
});

async function answerOf(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch {
    throw new ApiError({
      code: "NETWORK",
      message: "We could not reach our server. Please check your connection and try again.",
      status: 0,
    });
  }
}

let lastRequestId: string | null = null;
/** The id of the last failed request, for a support conversation. A 401 does not count: it only means that nobody is signed in. */
export const lastRefusedRequestId = (): string | null => lastRequestId;

async function refusalIn(response: Response): Promise<ApiError> {
  const { status } = response;
  const body = (await response.json().catch(() => ({}))) as Partial<PortalErrorBody>;
  // An answer without a body of ours comes from a proxy; its text is not shown.
  const { code = "NETWORK", message = "Our server is not available right now. Please try again in a moment." } = body;
  if (body.requestId && status !== 401) lastRequestId = body.requestId;
  return new ApiError({ code, message, requestId: body.requestId ?? null, status, fields: body.fields ?? [] });
}
