import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Posted } from "./news.ts";

export type Receiver = { url: string; posted: (Posted & { path: string })[]; close(): void };

/** An address that takes whatever is posted to it, as it came. */
export async function openReceiver(): Promise<Receiver> {
  const posted: Receiver["posted"] = [];
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    posted.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks).toString("utf8") });
    response.end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posted,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
