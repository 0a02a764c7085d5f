import { type Customer, customers, type Invoice } from "./customers.ts";

type PageOf = { customer: Customer };

export function invoicesPage({ customer }: PageOf): string {
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
  return page({ customer, here: "/", title: "Invoices", body: figures + (rows.length > 0 ? table : none) });
}

/** The options of the embedded portal. A real product keeps them in its settings; here they come from the query string. */
type FinancingFrame = {
  publishableKey: string;
  portalUrl: string;
  options: { locale?: string; theme?: string; products?: string; colorScheme?: string };
};

export function financingPage({ customer, publishableKey, portalUrl, options }: PageOf & FinancingFrame): string {
  const settings = Object.entries(options).map(([name, value]) => `data-${name.toLowerCase()}="${safe(value)}"`);
  const body = `<p class="lead">Working capital for Larkspur customers, without leaving Larkspur.</p>
    <p id="financing-problem" class="panel problem" role="alert" hidden>Financing is not available right now. Please try again in a moment.</p>
    <div id="financing" class="panel" data-publishable-key="${safe(publishableKey)}" data-portal-url="${safe(portalUrl)}" ${settings.join(" ")}></div>
    <script type="module" src="/financing.js"></script>`;
  return page({ customer, here: "/financing", title: "Financing", body });
}

export function signUpPage({ customer }: PageOf): string {
  const field = (name: string, label: string, type = "text") =>
    `<label>${label}<input name="${name}" type="${type}" required maxlength="100"></label>`;
  const body = `<form method="post" action="/sign-up" class="panel sign-up">
    ${field("name", "Business name")}${field("firstName", "First name")}${field("lastName", "Last name")}${field("email", "Email", "email")}
    <button>Open the account</button>
  </form>`;
  return page({ customer, here: "/sign-up", title: "Open an account", body });
}

export function problemPage({ customer, problem }: PageOf & { problem: string }): string {
  const body = `<p class="panel problem" role="alert">${safe(problem)}</p>`;
  return page({ customer, here: "/financing", title: "Financing", body });
}

type Page = PageOf & { here: string; title: string; body: string };

function page({ customer, here, title, body }: Page): string {
  const link = (to: string, text: string) => `<a href="${to}"${to === here ? ' aria-current="page"' : ""}>${text}</a>`;
  const options = customers.map(
    ({ id, name }) => `<option value="${safe(id)}"${id === customer.id ? " selected" : ""}>${safe(name)}</option>`,
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

const calendar = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
const day = (date: string): string => calendar.format(new Date(date));
