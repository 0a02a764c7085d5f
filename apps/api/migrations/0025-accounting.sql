-- How a business is taxed, its books as its accounting program tells them, and the accountant who may bring them.

alter table app.business add column tax_entity_type text check (tax_entity_type in ('CORPORATE_TAX', 'PASS_THROUGH'));

-- An accountant does things for a business and is nobody of it.
alter table app.event drop constraint event_actor_kind_check;
alter table app.event add constraint event_actor_kind_check
  check (actor_kind in ('SYSTEM', 'STAFF', 'USER', 'PLATFORM_KEY', 'VENDOR', 'ACCOUNTANT'));

-- A set of books that somebody let us in to, by the vendor's name for it. LOST: what was read stays.
create table app.accounting_connection (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  vendor_connection_id text not null,
  service text not null,
  state text not null check (state in ('PENDING', 'ACTIVE', 'LOST')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (business_id, vendor_connection_id)
);
create trigger touch before update on app.accounting_connection for each row execute function app.touch();
call app.protect('app.accounting_connection', 'business');
grant select, insert, update on app.accounting_connection to inlay_app;

-- One reading of the books. The engine carries it; its id is the story's. What arrives while one is under way needs another.
create table app.accounting_reading (
  id uuid primary key,
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  began_at timestamptz,
  -- When to ask again for books that had not arrived, should nobody tell us.
  next_action_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index one_accounting_reading_to_begin on app.accounting_reading (business_id) where began_at is null;
call app.watch_due('app.accounting_reading');
call app.protect('app.accounting_reading', 'business');
grant select, insert, update (began_at, next_action_at) on app.accounting_reading to inlay_app;

-- A month of the books, with its ratios where they could be divided. A later reading of the same month takes its place.
create table app.accounting_month (
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  month date not null check (extract(day from month) = 1),
  revenue_cents bigint not null,
  cost_of_goods_cents bigint not null,
  operating_expenses_cents bigint not null,
  other_income_cents bigint not null,
  other_expenses_cents bigint not null,
  net_income_cents bigint not null,
  cash_cents bigint not null,
  assets_cents bigint not null,
  liabilities_cents bigint not null,
  equity_cents bigint not null,
  operating_cash_cents bigint not null,
  investing_cash_cents bigint not null,
  financing_cash_cents bigint not null,
  current_ratio numeric,
  debt_to_equity numeric,
  gross_margin numeric,
  net_margin numeric,
  read_at timestamptz not null default now(),
  primary key (business_id, month)
);
call app.protect('app.accounting_month', 'business');
grant select, insert, update on app.accounting_month to inlay_app;

-- The link that an accountant is sent. It works once; what it opens is a short visit of its own kind, known by another token. Tokens are
-- kept as hashes, and both times are the wall's.
create table app.accountant_invitation (
  id uuid primary key,
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  invited_by uuid not null references app.business_user,
  first_name text not null,
  last_name text not null,
  email text not null,
  language text not null check (language in ('en', 'es')),
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  used_at timestamptz,
  session_hash bytea unique,
  session_expires_at timestamptz,
  withdrawn_at timestamptz,
  -- A fresh link was sent in its place.
  renewed_at timestamptz,
  created_at timestamptz not null default now(),
  check ((used_at is null) = (session_hash is null)),
  check ((session_hash is null) = (session_expires_at is null))
);
-- A business has one accountant at a time.
create unique index one_open_invitation on app.accountant_invitation (business_id) where withdrawn_at is null;
call app.protect('app.accountant_invitation', 'business');
grant select, insert, update (used_at, session_hash, session_expires_at, withdrawn_at, renewed_at) on app.accountant_invitation to inlay_app;

-- What an accountant brought. They see these papers and no others.
alter table app.business_document add column brought_by_accountant uuid references app.accountant_invitation;

-- Who holds a link or an open visit is found before the tenant is known; so is the business that the vendor's messages name by our own id.
grant select (id, platform_id, business_id, token_hash, session_hash, session_expires_at, withdrawn_at) on app.accountant_invitation to inlay_doorman;
create policy doorman on app.accountant_invitation for select to inlay_doorman using (true);
create function app.find_accountant_link(p_hash bytea)
returns table (id uuid, platform_id uuid, business_id uuid) language sql stable security definer set search_path = ''
begin atomic
  select i.id, i.platform_id, i.business_id from app.accountant_invitation i where i.token_hash = p_hash;
end;
create function app.find_accountant(p_hash bytea)
returns table (id uuid, platform_id uuid, business_id uuid) language sql stable security definer set search_path = ''
begin atomic
  select i.id, i.platform_id, i.business_id from app.accountant_invitation i
  where i.session_hash = p_hash and i.session_expires_at > now() and i.withdrawn_at is null;
end;
create function app.find_business(p_id uuid)
returns table (platform_id uuid, business_id uuid) language sql stable security definer set search_path = ''
begin atomic
  select b.platform_id, b.id from app.business b where b.id = p_id;
end;
revoke execute on function app.find_accountant_link, app.find_accountant, app.find_business from public;
grant execute on function app.find_accountant_link, app.find_accountant, app.find_business to inlay_app;
grant create on schema app to inlay_doorman;
alter function app.find_accountant_link owner to inlay_doorman;
alter function app.find_accountant owner to inlay_doorman;
alter function app.find_business owner to inlay_doorman;
revoke create on schema app from inlay_doorman;
