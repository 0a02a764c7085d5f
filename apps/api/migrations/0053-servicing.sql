-- Embedded sessions and pilot invoices.

-- A session that a platform's server opened for one business: invoices to confirm, under a token. Only the token's hash is stored.
create table app.embedded_session (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  component text not null check (component in
    ('INVOICE_SESSION', 'INVOICE_SESSION_RELAXED', 'INVOICE_SESSION_WITH_FILE', 'BILL_SESSION', 'BILL_SESSION_WITH_FILE')),
  -- The line that finances the invoices.
  issued_product_id uuid not null references app.issued_product,
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- That it has expired follows from expires_at.
  status text not null check (status in ('UNUSED', 'OPEN', 'REVOKED')),
  -- Real time, like that of every token.
  expires_at timestamptz not null,
  opened_at timestamptz,
  revoked_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (id, business_id),
  check (status <> 'UNUSED' or opened_at is null),
  check (status <> 'OPEN' or opened_at is not null),
  check ((status = 'REVOKED') = (revoked_at is not null))
);
create index sessions_of_business on app.embedded_session (business_id, id);
create trigger touch before update on app.embedded_session for each row execute function app.touch();
call app.protect('app.embedded_session', 'business');
-- What a session shows never changes.
grant select, insert, update (status, opened_at, revoked_at) on app.embedded_session to inlay_app;

-- An invoice or bill of an embedded session. What the platform did not say, the person or the file says when it is confirmed.
create table app.embedded_session_invoice (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  session_id uuid not null,
  position integer not null check (position between 1 and 100),
  platform_invoice_id text check (char_length(platform_invoice_id) between 1 and 128),
  platform_invoice_number text check (char_length(platform_invoice_number) between 1 and 128),
  business_document_id uuid references app.business_document,
  invoice_amount_cents bigint check (invoice_amount_cents >= 100),
  invoice_due_on date,
  invoice_issued_on date,
  -- The payor of an invoice or the payee of a bill: type, names, email and address.
  party jsonb,
  description text check (char_length(description) <= 500),
  state text not null check (state in ('PENDING', 'CONFIRMED', 'ALREADY_CONFIRMED')),
  -- The invoice that is or was confirmed.
  invoice_id uuid references app.invoice,
  created_at timestamptz not null default now(),
  foreign key (session_id, business_id) references app.embedded_session (id, business_id),
  unique (session_id, position),
  unique (session_id, platform_invoice_id),
  unique (session_id, business_document_id),
  check ((state = 'PENDING') = (invoice_id is null)),
  -- An invoice is named by its platform or has a file.
  check (platform_invoice_id is not null or business_document_id is not null)
);
call app.protect('app.embedded_session_invoice', 'business');
grant select, insert, update (state, invoice_id) on app.embedded_session_invoice to inlay_app;

-- The platform's own id of an invoice. One that was rejected can be sent again.
alter table app.invoice add column platform_invoice_id text check (char_length(platform_invoice_id) between 1 and 128);
create unique index invoice_by_platform_id on app.invoice (platform_id, platform_invoice_id) where state <> 'REJECTED';

-- An invoice or bill that a pilot platform, which embeds nothing yet, holds for a business. Its people choose which ones they finance.
create table app.platform_pilot_invoice (
  id uuid primary key default gen_random_uuid(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  component text not null check (component in ('INVOICE_SESSION', 'BILL_SESSION')),
  platform_invoice_id text not null check (char_length(platform_invoice_id) between 1 and 128),
  platform_invoice_number text not null check (char_length(platform_invoice_number) between 1 and 128),
  invoice_amount_cents bigint not null check (invoice_amount_cents >= 100),
  invoice_due_on date not null,
  invoice_issued_on date,
  party jsonb not null,
  description text check (char_length(description) <= 500),
  withdrawn_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index one_pilot_invoice on app.platform_pilot_invoice (platform_id, platform_invoice_id) where withdrawn_at is null;
create index pilot_invoices_of_business on app.platform_pilot_invoice (business_id, id);
create trigger touch before update on app.platform_pilot_invoice for each row execute function app.touch();
call app.protect('app.platform_pilot_invoice', 'business');
grant select, insert, update (withdrawn_at) on app.platform_pilot_invoice to inlay_app;
