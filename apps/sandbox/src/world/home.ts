import type { FastifyInstance } from "fastify";
import { page, plain } from "../pages.ts";
import { faultKinds } from "./faults.ts";
import type { Vendor, World } from "./ground.ts";

/** Backquotes set off what can be typed. */
const told = (text: string) => plain(text).replace(/`([^`]+)`/g, "<code>$1</code>");
const table = (heads: [string, string], rows: [string, string][]) =>
  `<table><thead><tr><th scope="col">${heads[0]}</th><th scope="col">${heads[1]}</th></tr></thead><tbody>${rows
    .map(([left, right]) => `<tr><td>${told(left)}</td><td>${told(right)}</td></tr>`)
    .join("")}</tbody></table>`;
const section = ({ name, title, scenarios }: Vendor) =>
  `<h2 id="${name}">${plain(title)}, at <code>/${name}</code></h2>${table(
    ["What you give", "What happens"],
    scenarios.map(({ value, happens }) => [value, happens]),
  )}`;

/** What is here, and every value that makes something happen. */
export function homeRoutes(app: FastifyInstance, { vendors }: World, smtpPort: number): void {
  const faults = Object.entries(faultKinds).map(([kind, what]): [string, string] => [`\`${kind}\``, what]);
  app.get("/", async (_, reply) =>
    reply.type("text/html").send(
      page(
        "What is here",
        `<h1>The outside world, in a box</h1>
        <p class="lead">This process plays the services that Inlay talks to, over their own protocols, so that everything can be tried without an account anywhere.</p>
        <ul><li><a href="/inbox">Inbox</a>: every e-mail that Inlay sends (SMTP on 127.0.0.1:${smtpPort}). A recipient that begins with <code>refused</code> is refused for good.</li>
        <li>Address suggestions, as Google Places (New) at <code>/places</code>. Try “12 Main” or “Calle”; “outage” fails and “slowly” hangs.</li>
        <li><a href="/journal.json">Journal</a>: every instruction to move money that was accepted, on the disk before it was answered.</li></ul>
        ${vendors.map(section).join("")}
        <h2 id="faults">Faults</h2>
        <p><code>PUT /faults/{vendor}</code> with <code>{"seed": 7, "faults": [{"kind": "500", "probability": 0.1}]}</code>; an empty list ends them. <a href="/faults">How many have landed</a>.</p>
        ${table(["Kind", "What happens"], faults)}
        <h2 id="time">Time</h2>
        <p><code>PUT /clock</code> with <code>{"world": "a business’s id", "now": "2026-11-25T12:00:00Z"}</code> sets a business’s time; what falls due there happens before the answer. Where nobody says, it is the real time.</p>`,
      ),
    ),
  );
}
