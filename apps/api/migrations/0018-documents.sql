-- Documents of a business, invoices read from them, and documents to sign.

-- An uploaded document. The file is in the file store, under a key made of ids only. Until the scan has passed, it is under a prefix that
-- cannot be read.
create table app.business_document (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  document_type text not null check (document_type in
    ('INVOICE', 'BANK_STATEMENT', 'PLAID_ASSET_REPORT', 'TAX_RETURN', 'ADDITIONAL_DOCUMENTS', 'BUSINESS_VERIFICATION')),
  source text not null check (source in ('PLATFORM', 'USER', 'FIS')),
  status text not null check (status in ('AWAITING_UPLOAD', 'SCANNING', 'READY', 'REJECTED', 'EXPIRED')),
  rejection_reason text check (rejection_reason in
    ('WRONG_FILE_TYPE', 'FILE_TOO_LARGE', 'FILE_TOO_SMALL', 'TOO_MANY_FILES', 'GENERIC_ERROR')),
  -- The exact finding of the scan, for staff. Never shown to the uploader, who could use it to evade the scan.
  finding text,
  -- As displayed: without paths and without deceptive characters.
  file_name text not null check (char_length(file_name) between 1 and 255),
  file_kind text not null,
  -- What the uploader declared, if anything, and what was measured.
  declared_bytes integer,
  declared_sha256 bytea,
  bytes integer,
  sha256 bytea,
  uploaded_by uuid references app.business_user,
  -- An accountant sees only the documents of their own invitation.
  uploaded_by_accountant uuid references app.accountant_invitation,
  -- A completed step or answer includes the document.
  is_counted boolean not null default false,
  looked_at timestamptz,
  -- When the file at the upload URL is deleted, because nobody confirmed it or because it arrived after the scan.
  next_action_at timestamptz,
  upload_deleted_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((status = 'REJECTED') = (rejection_reason is not null)),
  -- A document without a fingerprint cannot be read.
  check (status <> 'READY' or (bytes is not null and sha256 is not null)),
  -- A document does not wait for its file without end.
  check (status <> 'AWAITING_UPLOAD' or next_action_at is not null)
);
create index document_of_business on app.business_document (business_id, created_at, id);
create trigger touch before update on app.business_document for each row execute function app.touch();
call app.protect('app.business_document', 'business');
call app.watch_due('app.business_document');
grant select, insert, update on app.business_document to inlay_app;

-- One row per extraction, for comparing models and prompts.
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

-- The extracted fields of an uploaded invoice. They prefill the form and are never treated as facts.
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

-- A document that people sign. The files are in the file store under keys made of ids; the hashes prove which document was presented and
-- which one was returned.
create table app.signing (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  -- What is signed, named by the caller. A second request under the same reference returns the same signing.
  reference text not null,
  name text not null,
  status text not null check (status in ('PREPARING', 'SENT', 'VIEWED', 'COMPLETED', 'DECLINED', 'VOIDED', 'FAILED')),
  -- The vendor's id, once assigned. The vendor stores our id.
  vendor_document_id text unique,
  original_sha256 bytea not null check (length(original_sha256) = 32),
  signed_sha256 bytea check (length(signed_sha256) = 32),
  -- Page and position of each signer's signature.
  places jsonb not null,
  -- When to ask the vendor if no webhook arrives.
  next_action_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (business_id, reference),
  check (vendor_document_id is not null or status in ('PREPARING', 'FAILED', 'VOIDED')),
  -- COMPLETED requires that the signed file is stored and differs from the original.
  check ((status = 'COMPLETED') = (signed_sha256 is not null)),
  check (signed_sha256 <> original_sha256)
);
create trigger touch before update on app.signing for each row execute function app.touch();
call app.protect('app.signing', 'business');
call app.watch_due('app.signing');
-- The presented document is immutable, so only these columns are updatable.
grant select, insert, update (status, vendor_document_id, signed_sha256, next_action_at) on app.signing to inlay_app;

-- A person who signs a document.
create table app.signing_signer (
  signing_id uuid not null references app.signing,
  -- Our id of the signer, which the vendor uses as the signer's role.
  signer_id text not null,
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  first_name text not null,
  last_name text not null,
  email text not null,
  signing_order integer not null,
  completed_at timestamptz,
  primary key (signing_id, signer_id)
);
call app.protect('app.signing_signer', 'business');
grant select, insert, update (completed_at) on app.signing_signer to inlay_app;

-- A scheduled read of a signing's status at the vendor, one at a time.
create table app.signing_reading (
  id uuid primary key,
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  signing_id uuid not null references app.signing,
  ended_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index one_open_reading on app.signing_reading (signing_id) where ended_at is null;
call app.protect('app.signing_reading', 'business');
grant select, insert, update (ended_at) on app.signing_reading to inlay_app;

-- The vendor's webhooks name a document and no tenant.
grant select (id, platform_id, business_id, vendor_document_id) on app.signing to inlay_lookup;
create policy lookup on app.signing for select to inlay_lookup using (true);
create function app.find_signing(p_id uuid, p_vendor_document_id text)
returns table (id uuid, platform_id uuid, business_id uuid) language sql stable security definer set search_path = ''
begin atomic
  select s.id, s.platform_id, s.business_id from app.signing s
  where s.id = p_id or s.vendor_document_id = p_vendor_document_id;
end;
revoke execute on function app.find_signing from public;
grant execute on function app.find_signing to inlay_app;
grant create on schema app to inlay_lookup;
alter function app.find_signing owner to inlay_lookup;
revoke create on schema app from inlay_lookup;
