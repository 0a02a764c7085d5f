import type { FastifyInstance } from "fastify";
import { refusedPrefix } from "../email/smtp.ts";
import { page, plain } from "../pages.ts";
import { placeWords } from "../places/routes.ts";
import { faultKinds } from "./faults.ts";
import type { Vendor, World } from "./ground.ts";

/** Formats text in backquotes as code. */
const formatted = (text: string) => plain(text).replace(/`([^`]+)`/g, "<code>$1</code>");
const table = (heads: [string, string], rows: [string, string][]) =>
  `<table><thead><tr><th scope="col">${heads[0]}</th><th scope="col">${heads[1]}</th></tr></thead><tbody>${rows
    .map(([left, right]) => `<tr><td>${formatted(left)}</td><td>${formatted(right)}</td></tr>`)
    .join("")}</tbody></table>`;
const section = ({ name, title, scenarios }: Vendor) =>
  `<h2 id="${name}">${plain(title)}, at <code>/${name}</code></h2>${table(
    ["Value", "What happens"],
    scenarios.map(({ value, happens }) => [value, happens]),
  )}`;

/** The overview: all vendors and every value that selects a scenario. */
export function homeRoutes(app: FastifyInstance, { vendors }: World, smtpPort: number): void {
  const faults = Object.entries(faultKinds).map(([kind, what]): [string, string] => [`\`${kind}\``, what]);
  app.get("/", async (_, reply) =>
    reply.type("text/html").send(
      page(
        "Overview",
        `<h1>Simulated vendors</h1>
        <p class="lead">This process simulates the vendors that Inlay uses, with their own protocols, so that Inlay can be tried without any vendor account.</p>
        <ul><li><a href="/inbox">Inbox</a>: every email and SMS that Inlay sends (SMTP on 127.0.0.1:${smtpPort}). A recipient whose address begins with <code>${refusedPrefix}</code> is refused permanently.</li>
        <li>Address suggestions, as Google Places (New) at <code>/places</code>. Try “12 Main” or “Calle”; “${placeWords.fails}” fails and “${placeWords.hangs}” hangs.</li>
        <li><a href="/journal.json">Journal</a>: every accepted payment instruction. It is on the disk before the response is sent.</li></ul>
        ${vendors.map(section).join("")}
        <h2 id="faults">Faults</h2>
        <p><code>PUT /faults/{vendor}</code> with <code>{"seed": 7, "faults": [{"kind": "500", "probability": 0.1}]}</code>; an empty list removes them. <a href="/faults">Counts of applied faults</a>.</p>
        ${table(["Kind", "What happens"], faults)}
        <h2 id="time">Time</h2>
        <p><code>PUT /clock</code> with <code>{"world": "a business’s id", "now": "2026-11-25T12:00:00Z"}</code> sets a business’s clock; due events happen before the response. A business without a set clock uses the common time, which is the real time until <code>PUT /common-clock</code> with <code>{"now": …}</code> moves it for the vendors and all of these businesses together.</p>`,
      ),
    ),
  );
}
