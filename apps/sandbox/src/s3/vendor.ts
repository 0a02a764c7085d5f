import type { IncomingMessage } from "node:http";
import path from "node:path";
import S3rver from "@20minutes/s3rver";
import AWSAccount from "@20minutes/s3rver/lib/models/account.js";
import { whyRefused } from "../aws-signature.ts";
import type { Vendor } from "../world/ground.ts";

const bucket = "inlay";
const account = AWSAccount.DUMMY_ACCOUNT;
const keys = { sandbox: "sandbox" };
for (const [id, secret] of Object.entries(keys)) account.createKeyPair(id, secret);
account.revokeAccessKey("S3RVER");

/** S3: object storage. Only pages at `origins` may upload files from a browser. */
export async function s3(dir: string, origins: string[]): Promise<Vendor> {
  const server = new S3rver({
    directory: path.join(dir, "s3"),
    silent: true,
    vhostBuckets: false,
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: bucket, configs: [corsFor(origins)] }],
  });
  await server.configureBuckets();
  const answer = server.callback();
  return {
    name: "s3",
    title: "Files, as S3",
    scenarios: [
      {
        value: "any file",
        happens: `Is stored in the bucket \`${bucket}\`. The key id and the secret are \`sandbox\`.`,
      },
      { value: "a request without a signature", happens: "Is refused with 403, as by a private bucket." },
    ],
    routes: (app) => {
      // The body is passed through unparsed.
      app.removeAllContentTypeParsers();
      app.addContentTypeParser("*", (_request, _payload, done) => done(null));
      app.route({
        method: ["GET", "HEAD", "PUT", "POST", "DELETE", "OPTIONS"],
        url: "/*",
        exposeHeadRoute: false,
        handler: (request, reply) => {
          const raw: IncomingMessage & { baseUrl?: string } = request.raw;
          const { method, url = "", headers } = raw;
          // A preflight request has no signature, and its response only lists the allowed origins.
          const refusal =
            method === "OPTIONS" ? null : whyRefused({ method: String(method), url, headers }, keys, new Date());
          if (refusal) return reply.code(403).type("application/xml").send(errorNamed(refusal));
          reply.hijack();
          // The library is mounted under a path.
          raw.baseUrl = "/s3";
          raw.url = raw.url?.slice("/s3".length) || "/";
          // A real bucket has a proxy that adds this header.
          reply.raw.setHeader("x-content-type-options", "nosniff");
          answer(raw, reply.raw);
        },
      });
    },
    worldOf: () => null,
    happens: {},
    webhooks: { sign: () => ({}), forge: (body) => body },
  };
}

const errorNamed = (code: string) => `<?xml version="1.0" encoding="UTF-8"?>
<Error><Code>${code}</Code><Message>Access Denied</Message></Error>`;

const corsFor = (origins: string[]) => `<CORSConfiguration>
  <CORSRule>
    ${origins.map((origin) => `<AllowedOrigin>${origin}</AllowedOrigin>`).join("")}
    <AllowedMethod>PUT</AllowedMethod>
    <AllowedMethod>GET</AllowedMethod>
    <AllowedHeader>*</AllowedHeader>
    <MaxAgeSeconds>600</MaxAgeSeconds>
  </CORSRule>
</CORSConfiguration>`;
