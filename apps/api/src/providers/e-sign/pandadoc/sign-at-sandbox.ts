/** An image of one pixel: the smallest possible signature. */
const dot =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

type Opened = { obstacle: string | null; fields: { uuid: string; type: string }[] };

/** Signs at a link of the sandbox, as its page would. The vendor itself lets nobody sign without its page. */
export async function signAtSandbox(url: string): Promise<void> {
  const address = url.replace("/s/", "/sessions/");
  const opened = (await (await fetch(`${address}/open`, { method: "POST" })).json()) as Opened;
  if (opened.obstacle) throw new Error(`cannot sign: ${opened.obstacle}`);
  const values = Object.fromEntries(
    opened.fields.map(({ uuid, type }) => [uuid, type === "date" ? "Nov 16, 2026" : dot]),
  );
  const response = await fetch(`${address}/finish`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ values }),
  });
  if (!response.ok) throw new Error(`not signed: ${response.status} ${await response.text()}`);
}
