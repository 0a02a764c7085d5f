import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** `body` is given where the signature must cover it. */
type Request = { method: string; url: string; headers: IncomingHttpHeaders; body?: Buffer };
type Claim = { credential: string; signedHeaders: string; signature: string; date: string; payload: string };

const skewMs = 15 * 60_000;

/**
 * Why a request is refused, as S3's error code; null when its signature (version 4, in a header or in the URL) is valid and in time. The
 * library behind the sandbox checks signatures too, but encodes an apostrophe in a URL differently from the signer.
 */
export function whyRefused(request: Request, keys: Record<string, string>, now: Date): string | null {
  const [path = "", search = ""] = request.url.split("?", 2);
  const query = search.split("&").filter(Boolean);
  const parameters = new Map(query.map((pair) => pair.split("=", 2).map(decodeURIComponent) as [string, string]));
  const claim = claimIn(parameters, request.headers);
  if (!claim) return "AccessDenied";
  const [keyId = "", day = "", region = "", service = ""] = claim.credential.split("/");
  const secret = keys[keyId];
  if (secret === undefined) return "InvalidAccessKeyId";

  const signedAt = Date.parse(claim.date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  const expires = parameters.get("X-Amz-Expires");
  if (Number.isNaN(signedAt)) return "AccessDenied";
  if (expires === undefined ? Math.abs(now.getTime() - signedAt) > skewMs : now.getTime() > signedAt + 1000 * +expires)
    return "AccessDenied";

  const canonical = [
    request.method,
    path,
    query
      .filter((pair) => !pair.startsWith("X-Amz-Signature="))
      .sort()
      .join("&"),
    ...claim.signedHeaders.split(";").map((name) => `${name}:${String(request.headers[name] ?? "").trim()}`),
    "",
    claim.signedHeaders,
    request.body ? sha256(request.body) : claim.payload,
  ].join("\n");
  const scope = [day, region, service, "aws4_request"];
  const key = scope.reduce<Buffer | string>((held, part) => hmac(held, part), `AWS4${secret}`);
  const toSign = ["AWS4-HMAC-SHA256", claim.date, scope.join("/"), sha256(canonical)].join("\n");
  const [expected, given] = [hmac(key, toSign), Buffer.from(claim.signature, "hex")];
  return expected.length === given.length && timingSafeEqual(expected, given) ? null : "SignatureDoesNotMatch";
}

function claimIn(parameters: Map<string, string>, headers: IncomingHttpHeaders): Claim | null {
  const inAddress = parameters.get("X-Amz-Signature");
  if (inAddress !== undefined) {
    return {
      credential: parameters.get("X-Amz-Credential") ?? "",
      signedHeaders: parameters.get("X-Amz-SignedHeaders") ?? "",
      signature: inAddress,
      date: parameters.get("X-Amz-Date") ?? "",
      payload: parameters.get("X-Amz-Content-Sha256") ?? "UNSIGNED-PAYLOAD",
    };
  }
  const line = /^AWS4-HMAC-SHA256 Credential=(\S+?), ?SignedHeaders=(\S+?), ?Signature=([0-9a-f]+)$/.exec(
    headers.authorization ?? "",
  );
  if (!line) return null;
  const [, credential = "", signedHeaders = "", signature = ""] = line;
  return {
    credential,
    signedHeaders,
    signature,
    date: String(headers["x-amz-date"] ?? ""),
    payload: String(headers["x-amz-content-sha256"] ?? "UNSIGNED-PAYLOAD"),
  };
}

const hmac = (key: Buffer | string, text: string) => createHmac("sha256", key).update(text).digest();
const sha256 = (text: string | Buffer) => createHash("sha256").update(text).digest("hex");
