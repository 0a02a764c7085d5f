import { createHash } from "node:crypto";
import type { CaughtEmail } from "../email/inbox.ts";
import { page, plain } from "../pages.ts";
import type { Message } from "../twilio/messages.ts";

/** An id of the email that can be part of a URL. */
export const nameOf = (email: CaughtEmail): string =>
  createHash("sha1").update(email.messageId).digest("hex").slice(0, 16);

const when = (instant: string) =>
  `<time class="quiet" datetime="${instant}">${instant.replace("T", " ").slice(0, 16)} UTC</time>`;

/** Formats +12125550123 as +1 (212) 555-0123. */
const formatted = (number: string) => number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, "+1 ($1) $2-$3");

/** The URL of the nth attachment of an email. */
export const addressOf = (email: CaughtEmail, n: number): string => `/inbox/${nameOf(email)}/attachments/${n}`;

const sizeText = (bytes: number) => (bytes < 1_024 ? `${bytes} bytes` : `${Math.round(bytes / 102.4) / 10} kB`);

type Part = "email" | "messages";
type Filter = { part: Part; to: string };

/** The page with the list and the open message. A phone shows only one of the two. */
function inboxPage(title: string, { part, to }: Filter, list: string, open: string | null): string {
  const at = part === "email" ? "/inbox" : "/inbox/messages";
  const tab = (name: Part, address: string, label: string) =>
    `<a href="${address}"${name === part ? ' aria-current="page"' : ""}>${label}</a>`;
  const placeholder = part === "email" ? "Show emails to…" : "Show SMS to…";
  return page(
    title,
    `<div class="inbox ${open ? "is-open" : ""}">
      <div class="side">
        <h1>Inbox</h1>
        <p class="quiet">Every email and SMS that Inlay sends arrives here. Nothing leaves this machine.</p>
        <nav class="tabs" aria-label="Parts of the inbox">${tab("email", "/inbox", "Emails")}${tab("messages", "/inbox/messages", "SMS")}</nav>
        <form role="search" action="${at}"><input name="to" type="search" placeholder="${placeholder}" aria-label="${placeholder.slice(0, -1)}" value="${plain(to)}"><button>Show</button></form>
        ${list}
      </div>
      <div class="pane">${open ? `<p class="back"><a href="${at}${to ? `?to=${encodeURIComponent(to)}` : ""}">← Back to the list</a></p>${open}` : `<p class="empty">Choose a message to read it.</p>`}</div>
    </div>`,
    style,
  );
}

type Row = { href: string; title: string; lines: string[]; at: string; isOpen: boolean };
const row = ({ href, title, lines, at, isOpen }: Row) =>
  `<li><a href="${plain(href)}"${isOpen ? ' aria-current="true"' : ""}><span class="subject">${plain(title)}</span>${when(at)}${lines
    .map((line) => `<span class="quiet">${plain(line)}</span>`)
    .join("")}</a></li>`;
const listOf = (rows: Row[], nothing: string) =>
  rows.length > 0 ? `<ul class="messages-list">${rows.map(row).join("")}</ul>` : `<p class="empty">${nothing}</p>`;
const asking = (to: string) => (to ? `?to=${encodeURIComponent(to)}` : "");

export function emailPage(emails: readonly CaughtEmail[], to: string, open: CaughtEmail | null): string {
  const rows = emails.map((email) => ({
    href: `/inbox/${nameOf(email)}${asking(to)}`,
    title: email.subject || "(no subject)",
    at: email.caughtAt,
    lines: [`to ${email.to.join(", ")}`],
    isOpen: email === open,
  }));
  const nothing = to
    ? `No emails to “${plain(to)}”.`
    : "No emails yet. Sign in to the portal, and the code arrives here within seconds.";
  return inboxPage(open?.subject ?? "Inbox", { part: "email", to }, listOf(rows, nothing), open && emailArticle(open));
}

function emailArticle(email: CaughtEmail): string {
  const attachments = email.attachments.map(
    ({ name, size }, n) =>
      `<li><a href="${addressOf(email, n)}" download>${plain(name)}</a> <span class="quiet">${sizeText(size)}</span></li>`,
  );
  // The frame is sandboxed without permissions, as in a careful mail client.
  const body = email.html
    ? `<iframe sandbox title="Email" srcdoc="${plain(email.html)}"></iframe>`
    : `<pre>${plain(email.text)}</pre>`;
  return `<article><h2>${plain(email.subject || "(no subject)")}</h2>
    <p class="quiet">to ${plain(email.to.join(", "))}<br>from ${plain(email.from)}<br>${when(email.caughtAt)}</p>
    ${attachments.length > 0 ? `<ul class="attachments" aria-label="Attachments">${attachments.join("")}</ul>` : ""}${body}</article>`;
}

/** One row per phone, the phone with the newest message first. */
export function messagesPage(messages: readonly Message[], to: string, open: string | null): string {
  const phones = [...new Set(messages.map((text) => text.to))];
  const rows = phones.map((number) => {
    const thread = messages.filter((text) => text.to === number);
    const [newest] = thread;
    const count = thread.length === 1 ? "1 message" : `${thread.length} messages`;
    return {
      href: `/inbox/messages/${encodeURIComponent(number)}${asking(to)}`,
      title: formatted(number),
      at: newest?.createdAt ?? "",
      lines: [count, newest?.body ?? ""],
      isOpen: number === open,
    };
  });
  const nothing = to ? `No SMS to “${plain(to)}”.` : "No SMS yet. When Inlay sends a code to a phone, it arrives here.";
  const shown = open === null ? null : phone(open, messages.filter((text) => text.to === open).toReversed());
  return inboxPage(open ? formatted(open) : "Inbox", { part: "messages", to }, listOf(rows, nothing), shown);
}

const statusTexts: Record<Message["status"], string> = {
  queued: "Queued",
  sent: "Sent",
  delivered: "Delivered",
  undelivered: "Not delivered",
};

function phone(number: string, thread: readonly Message[]): string {
  const bubbles = thread.map(({ body, status, createdAt, errorCode, errorMessage }) => {
    const why = errorCode ? `: ${errorMessage} (${errorCode})` : "";
    const statusLine = `<span class="${status === "undelivered" ? "status bad" : "status"}">${plain(statusTexts[status] + why)}</span>`;
    return `<li><p>${plain(body)}</p>${when(createdAt)}${statusLine}</li>`;
  });
  return `<article class="phone"><h2>${plain(formatted(number))}</h2><ol class="thread">${bubbles.join("")}</ol></article>`;
}

export const notFoundPage = (): string =>
  page("No such message", `<h1>No such message</h1><p><a href="/inbox">Back to the inbox</a></p>`);

const style = `
  main { max-width: 1180px; }
  .inbox { display: grid; gap: 24px; }
  .pane { min-width: 0; } .side { min-width: 0; }
  .tabs { display: flex; gap: 4px; margin: 16px 0; border-bottom: 1px solid var(--line); }
  .tabs a { padding: 9px 14px; color: var(--quiet); text-decoration: none; border-bottom: 3px solid transparent; margin-bottom: -1px; }
  .tabs a:hover { color: var(--ink); } .tabs [aria-current] { color: var(--ink); font-weight: 600; border-color: var(--accent); }
  .messages-list a[aria-current] { background: #eaf2f8; box-shadow: inset 3px 0 var(--accent); }
  .messages-list .quiet { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; grid-column: 1 / -1; }
  .inbox .messages-list a { grid-template-columns: 1fr; }
  article { background: #fff; border: 1px solid var(--line); border-radius: 12px; padding: 22px; }
  article h2 { margin: 0 0 6px; font-size: 20px; overflow-wrap: anywhere; }
  article pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: 0; }
  .attachments { list-style: none; margin: 14px 0; padding: 10px 14px; background: var(--ground); border-radius: 8px; }
  .attachments li { padding: 3px 0; overflow-wrap: anywhere; }
  .phone { max-width: 390px; margin: 0 auto; padding: 0; border-radius: 28px; overflow: hidden; box-shadow: 0 10px 30px rgb(20 30 45 / 10%); }
  .phone h2 { margin: 0; padding: 18px 20px; font-size: 17px; text-align: center; border-bottom: 1px solid var(--line); }
  .thread { list-style: none; margin: 0; padding: 18px 16px 24px; display: grid; gap: 16px; min-height: 420px; align-content: start; background: #fbfcfd; }
  .thread p { margin: 0 0 4px; padding: 10px 14px; width: fit-content; max-width: 100%; background: #e7ecf2; border-radius: 18px 18px 18px 4px; overflow-wrap: anywhere; }
  .thread time, .status { display: block; font-size: 13px; line-height: 1.4; color: var(--quiet); } .status.bad { color: #a3241d; font-weight: 600; }
  .back { margin: 0 0 12px; }
  @media (max-width: 899px) { .inbox:not(.is-open) .pane, .inbox.is-open .side { display: none; } }
  @media (min-width: 900px) {
    .inbox { grid-template-columns: 380px 1fr; align-items: start; } .back { display: none; }
    .side .messages-list { max-height: calc(100dvh - 330px); min-height: 200px; overflow-y: auto; }
    .pane > .empty { margin: 0; padding: 140px 20px; }
  }`;
