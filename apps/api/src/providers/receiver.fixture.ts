import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { WebhookRequest } from "./webhook.ts";

export type Receiver = { url: string; received: (WebhookRequest & { path: string })[]; close(): void };

/** An HTTP server that records every request. `answer` returns the status; without it every request is accepted. */
export async function openReceiver(
  answer: (webhookRequest: WebhookRequest) => Promise<number> = async () => 200,
): Promise<Receiver> {
  const received: Receiver["received"] = [];
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const one = {
      path: request.url ?? "",
      headers: request.headers,
      body: Buffer.concat(chunks).toString("utf8"),
      query: Object.fromEntries(new URL(request.url ?? "", "http://here").searchParams),
    };
    received.push(one);
    response.statusCode = await answer(one).catch(() => 500);
    response.end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
