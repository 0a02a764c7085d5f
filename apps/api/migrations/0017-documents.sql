-- Papers of a business. The file itself lies in the store, under a key made of ids alone; this row says what it is and whether anybody
-- may read it. Until somebody has looked at it, it lies under another prefix, where nothing can be read from.

create table app.business_document (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  document_type text not null check (document_type in
    ('INVOICE', 'BANK_STATEMENT', 'PLAID_ASSET_REPORT', 'TAX_RETURN', 'ADDITIONAL_DOCUMENTS', 'BUSINESS_VERIFICATION')),
  source text not null check (source in ('PLATFORM', 'USER', 'FIS')),
  status text not null check (status in ('AWAITING_UPLOAD', 'SCANNING', 'READY', 'REJECTED')),
  rejection_reason text check (rejection_reason in
    ('WRONG_FILE_TYPE', 'FILE_TOO_LARGE', 'FILE_TOO_SMALL', 'TOO_MANY_FILES', 'GENERIC_ERROR')),
  -- What exactly was found, for our staff. Never shown to whoever sent it: it would teach the next attempt.
  finding text,
  -- As shown to people: without paths and without characters that are not what they seem.
  file_name text not null check (char_length(file_name) between 1 and 255),
  file_kind text not null,
  -- What the sender said beforehand, where it was said; and what was found.
  declared_bytes integer,
  declared_sha256 bytea,
  bytes integer,
  sha256 bytea,
  uploaded_by uuid references app.business_user,
  looked_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((status = 'REJECTED') = (rejection_reason is not null)),
  -- Nobody may read what has no fingerprint.
  check (status <> 'READY' or (bytes is not null and sha256 is not null))
);
create index document_of_business on app.business_document (business_id, created_at, id);
create trigger touch before update on app.business_document for each row execute function app.touch();
call app.protect('app.business_document', 'business');
grant select, insert, update on app.business_document to inlay_app;

-- Each time an invoice was read, and how it went, for whoever compares ways of reading.
create table app.invoice_extraction (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  business_document_id uuid not null references app.business_document,
  model text not null,
  prompt_version text not null check (prompt_version in ('V1', 'V2')),
  temperature_score numeric not null,
  response_status text not null check (response_status in ('SUCCESS', 'FAIL', 'TIMEOUT', 'FILE_TOO_LARGE')),
  execution_time_ms integer not null,
  total_tokens integer not null,
  created_at timestamptz not null default now()
);
create index extraction_of_document on app.invoice_extraction (business_document_id, id);
call app.protect('app.invoice_extraction', 'business');
grant select, insert on app.invoice_extraction to inlay_app;

-- What stands on an invoice that a business sent, as far as it could be read. A suggestion for the form, never a fact.
create table app.business_document_invoice (
  business_document_id uuid primary key references app.business_document,
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  issue_date date,
  due_date date,
  amount_cents bigint,
  remaining_balance_cents bigint,
  extracted jsonb not null,
  created_at timestamptz not null default now()
);
call app.protect('app.business_document_invoice', 'business');
grant select, insert on app.business_document_invoice to inlay_app;
