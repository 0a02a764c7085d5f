import { accounts, type Customer, customers, type Invoice } from "./customers.ts";
import type { Status } from "./inlay.ts";

/** The statuses of customers at Inlay, and who is prequalified. Both are by the customer's id, and empty while Inlay does not answer. */
export type Standing = { statuses: ReadonlyMap<string, Status>; prequalified: ReadonlySet<string> };
type PageOf = { customer: Customer; standing: Standing };

export function invoicesPage({ customer, standing }: PageOf): string {
  const { invoices } = customer;
  const sum = (status: Invoice["status"]) =>
    invoices.filter((invoice) => invoice.status === status).reduce((total, { amountCents }) => total + amountCents, 0);
  const figures = `<dl class="figures">
    <div><dt>Due</dt><dd>${dollars(sum("Due"))}</dd></div>
    <div><dt>Overdue</dt><dd>${dollars(sum("Overdue"))}</dd></div>
    <div><dt>Paid</dt><dd>${dollars(sum("Paid"))}</dd></div>
  </dl>`;
  const rows = invoices.map(
    ({ number, to, dueOn, amountCents, status }) =>
      `<tr><td class="number">${safe(number)}</td><td class="to">${safe(to)}</td><td class="due">${day(dueOn)}</td>` +
      `<td class="status"><span class="${status.toLowerCase()}">${status}</span></td><td class="amount">${dollars(amountCents)}</td></tr>`,
  );
  const table = `<table class="panel">
    <thead><tr><th>Invoice</th><th>Customer</th><th>Due</th><th>Status</th><th>Amount</th></tr></thead>
    <tbody>${rows.join("")}</tbody>
  </table>`;
  const none = `<p class="panel empty">No invoices yet. The first one you send will show up here.</p>`;
  const body = statusPanel(customer, standing) + figures + (rows.length > 0 ? table : none);
  return page({ customer, standing, here: "/", title: "Invoices", body });
}

/** What a link to the financing page says in each state. */
const links: Partial<Record<string, string>> = {
  NOT_STARTED: "See what you qualify for",
  IN_PROGRESS: "Continue the application",
  INPUT_REQUIRED: "Answer the question",
  OFFERS_READY: "See the offers",
  OFFERS_EXPIRED: "Refresh the offers",
  CLOSING: "Continue with the offer",
  SIGNED: "See who has signed",
  WELCOME: "See your financing",
  ACTIVE: "See your financing",
};

/** What Larkspur adds where nothing is asked of the customer. */
const notes: Partial<Record<string, string>> = {
  UNDER_REVIEW: "The application is being reviewed.",
  OFFERS_EXPIRED: "The offers have expired. You can ask for new ones.",
};

/** The status of the financing, in the words of Inlay's label. What an offer costs is shown only inside Inlay's frame. */
function statusPanel({ id }: Customer, { statuses, prequalified }: Standing): string {
  const status = statuses.get(id);
  if (!status || (status.state === "NOT_STARTED" && !prequalified.has(id))) return "";
  const label = status.label.replace("{amount}", wholeDollars(status.offerUpToCents ?? 0));
  const title = status.state === "NOT_STARTED" ? "You are prequalified" : label;
  const action = status.state === "NOT_STARTED" ? null : (status.actionMessage ?? notes[status.state]);
  return `<section class="panel status-panel" aria-labelledby="status-title">
    <div>
      <p class="program">Larkspur Capital</p>
      <h2 id="status-title">${safe(title)}</h2>
      ${action ? `<p>${safe(action)}</p>` : ""}
    </div>
    <a href="/financing">${links[status.state] ?? "Open Larkspur Capital"}</a>
  </section>`;
}

/** The options of the embedded portal. A real product keeps them in its settings; here they come from the query string. */
type FinancingFrame = {
  publishableKey: string;
  portalUrl: string;
  options: { locale?: string; theme?: string; products?: string; colorScheme?: string };
};

export function financingPage(given: PageOf & FinancingFrame): string {
  const { customer, standing, publishableKey, portalUrl, options } = given;
  const settings = Object.entries(options).map(([name, value]) => `data-${name.toLowerCase()}="${safe(value)}"`);
  const body = `<p class="lead">Working capital for Larkspur customers, without leaving Larkspur.</p>
    <p id="financing-problem" class="panel problem" role="alert" hidden>Financing is not available right now. Please try again in a moment.</p>
    <div id="financing" class="panel" data-publishable-key="${safe(publishableKey)}" data-portal-url="${safe(portalUrl)}" ${settings.join(" ")}></div>
    <script type="module" src="/financing.js"></script>`;
  return page({ customer, standing, here: "/financing", title: "Financing", body });
}

export function signUpPage({ customer, standing }: PageOf): string {
  const field = (name: string, label: string, type = "text") =>
    `<label>${label}<input name="${name}" type="${type}" required maxlength="100"></label>`;
  const body = `<form method="post" action="/sign-up" class="panel sign-up">
    ${field("name", "Business name")}${field("firstName", "First name")}${field("lastName", "Last name")}${field("email", "Email", "email")}
    <button>Open the account</button>
  </form>`;
  return page({ customer, standing, here: "/sign-up", title: "Open an account", body });
}

export function problemPage({ customer, standing, problem }: PageOf & { problem: string }): string {
  const body = `<p class="panel problem" role="alert">${safe(problem)}</p>`;
  return page({ customer, standing, here: "/financing", title: "Financing", body });
}

/** The stage of each account in a word or two, for the list of accounts. */
const stages: Partial<Record<string, string>> = {
  NOT_STARTED: "not started",
  IN_PROGRESS: "application in progress",
  INPUT_REQUIRED: "asked for more",
  UNDER_REVIEW: "under review",
  STOPPED: "under review",
  OFFERS_READY: "offers open",
  CLOSING: "offer chosen",
  SIGNED: "offer signed",
  NO_OFFERS: "declined",
  OFFERS_EXPIRED: "offers expired",
  REFRESHING: "offers being refreshed",
  INCOMPLETE: "incomplete",
  WITHDRAWN: "withdrawn",
  WELCOME: "just funded",
  ACTIVE: "funded",
};

/** Empty while it is not known. The statuses of all first accounts are asked for, and Inlay has none of one that never opened financing. */
function stageOf(customer: Customer, { statuses, prequalified }: Standing): string {
  const unknown = accounts.includes(customer) && statuses.size > 0 ? "NOT_STARTED" : "";
  const state = statuses.get(customer.id)?.state ?? unknown;
  return (state === "NOT_STARTED" && prequalified.has(customer.id) ? "prequalified" : stages[state]) ?? "";
}

function accountLine(customer: Customer, standing: Standing): string {
  const stage = stageOf(customer, standing);
  return stage ? `${customer.name}: ${stage}` : customer.name;
}

type Page = PageOf & { here: string; title: string; body: string };

function page({ customer, standing, here, title, body }: Page): string {
  const link = (to: string, text: string) => `<a href="${to}"${to === here ? ' aria-current="page"' : ""}>${text}</a>`;
  const options = customers.map(
    (one) =>
      `<option value="${safe(one.id)}"${one.id === customer.id ? " selected" : ""}>${safe(accountLine(one, standing))}</option>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title} · Larkspur Invoicing</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="/larkspur.css">
</head>
<body>
  <header class="side">
    <p class="brand">Larkspur</p>
    <nav aria-label="Main">${link("/", "Invoices")}${link("/financing", "Financing")}${link("/sign-up", "Open an account")}</nav>
    <form method="post" action="/customer" class="who">
      <label for="customer">Signed in as</label>
      <select id="customer" name="customer">${options.join("")}</select>
      <p>${stageOf(customer, standing)}</p>
      <input type="hidden" name="back" value="${here}">
      <button>Switch</button>
    </form>
  </header>
  <main>
    <p class="company">${safe(customer.name)}</p>
    <h1>${title}</h1>
    ${body}
  </main>
</body>
</html>`;
}

/** Escapes text for HTML. */
const safe = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const money = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const dollars = (cents: number): string => money.format(cents / 100);
const wholeMoney = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", maximumFractionDigits: 0 });
const wholeDollars = (cents: number): string => wholeMoney.format(Math.floor(cents / 100));

const calendar = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
const day = (date: string): string => calendar.format(new Date(date));
