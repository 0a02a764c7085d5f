import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import type { AddressInfo } from "node:net";
import path from "node:path";

type Front = { origin: string; close(): Promise<void> };

/**
 * Serves an API over HTTPS with HTTP/2, as the proxy in front of an installation does. Browsers use HTTP/2 only with TLS. Its certificate is
 * written into `dir`.
 */
export async function startHttpsFront(apiUrl: string, host: string, dir: string): Promise<Front> {
  const forward = (received: Http2ServerRequest, answer: Http2ServerResponse) => {
    const headers = Object.entries(received.headers).filter(([name]) => !name.startsWith(":"));
    const sent = request(
      `${apiUrl}${received.url}`,
      // The API knows its platforms by the host, and accepts no other origin.
      { method: received.method, headers: { ...Object.fromEntries(headers), host, origin: `http://${host}` } },
      (response) => {
        const ofConnection = ["connection", "keep-alive", "transfer-encoding"];
        for (const [name, value] of Object.entries(response.headers))
          if (value !== undefined && !ofConnection.includes(name)) answer.setHeader(name, value);
        answer.writeHead(response.statusCode ?? 502);
        response.pipe(answer);
      },
    );
    sent.on("error", () => answer.destroy());
    received.pipe(sent);
  };
  const server = createSecureServer(newCertificate(dir), forward);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `https://localhost:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function newCertificate(dir: string): { key: Buffer; cert: Buffer } {
  const [key, cert] = [path.join(dir, "key.pem"), path.join(dir, "certificate.pem")];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const args = ["req", "-x509", ...curve, "-keyout", key, "-out", cert, "-days", "2", "-subj", "/CN=localhost"];
  execFileSync("openssl", args, { stdio: "ignore" });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}
