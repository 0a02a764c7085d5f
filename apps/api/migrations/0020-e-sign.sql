-- Documents that people sign. The files lie in the store under keys made of ids; here stand their fingerprints, so that it can be shown
-- for good which document was put before people and which one came back.

create table app.signing (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  -- What is signed, in the words of whoever ordered it. A second order under the same reference is the same signing.
  reference text not null,
  name text not null,
  status text not null check (status in ('PREPARING', 'SENT', 'VIEWED', 'COMPLETED', 'DECLINED', 'VOIDED', 'FAILED')),
  -- The vendor's name for it, once it has one. The vendor knows it by our id.
  vendor_document_id text unique,
  original_sha256 bytea not null check (length(original_sha256) = 32),
  signed_sha256 bytea check (length(signed_sha256) = 32),
  -- Where on which page each signer writes.
  places jsonb not null,
  -- When the vendor is asked again without having said anything.
  next_action_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (business_id, reference),
  check (vendor_document_id is not null or status in ('PREPARING', 'FAILED', 'VOIDED')),
  -- Signed by all means that the signed file is here, and that it is another one.
  check ((status = 'COMPLETED') = (signed_sha256 is not null)),
  check (signed_sha256 <> original_sha256)
);
create trigger touch before update on app.signing for each row execute function app.touch();
call app.protect('app.signing', 'business');
call app.watch_due('app.signing');
-- What was put before people to sign does not change afterwards.
grant select, insert, update (status, vendor_document_id, signed_sha256, next_action_at) on app.signing to inlay_app;

create table app.signing_signer (
  signing_id uuid not null references app.signing,
  -- Ours, and the vendor's word for the signer's part.
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

-- A question to the vendor that time has caused. One at a time.
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

-- The vendor names documents, not tenants. One more function of the doorman finds whose it is, by ids alone.
grant select (id, platform_id, business_id, vendor_document_id) on app.signing to inlay_doorman;
create policy doorman on app.signing for select to inlay_doorman using (true);
create function app.find_signing(p_id uuid, p_vendor_document_id text)
returns table (id uuid, platform_id uuid, business_id uuid) language sql stable security definer set search_path = ''
begin atomic
  select s.id, s.platform_id, s.business_id from app.signing s
  where s.id = p_id or s.vendor_document_id = p_vendor_document_id;
end;
revoke execute on function app.find_signing from public;
grant execute on function app.find_signing to inlay_app;
grant create on schema app to inlay_doorman;
alter function app.find_signing owner to inlay_doorman;
revoke create on schema app from inlay_doorman;
