-- How a bank comes to be linked, and what it tells us then.

-- The token that a link leaves can be used once, so its key is kept before the bank is asked anything: what the bank is, and whether we may
-- have it, is known a moment later. A link that we refuse stays as a note that it was tried.
alter table app.bank_item
  alter column institution_id drop not null,
  alter column institution_name drop not null,
  -- Of the token that led here: handed in twice, it is one link.
  add column token_hash bytea unique,
  add column refused text check (refused in ('INSTITUTION_EXCLUDED', 'INSTITUTION_ALREADY_LINKED')),
  add column linked_by uuid references app.business_user,
  add column accounts_read_at timestamptz,
  add column history text not null default 'NOT_READY' check (history in ('NOT_READY', 'RECENT', 'COMPLETE')),
  add column transactions_cursor text,
  add column transactions_read_at timestamptz,
  add constraint read_or_refused check (accounts_read_at is null or (institution_id is not null and refused is null));
create index item_of_business on app.bank_item (business_id, created_at, id);

alter table app.bank_account
  add column institution_name text,
  -- The number was made for us and dies with the link; its last digits are not those that the owner knows.
  add column is_number_tokenized boolean not null default false,
  add column removed_at timestamptz,
  add constraint item_has_name check (bank_item_id is null or vendor_account_id is not null);
-- One account of a business pays back, and one is paid to.
create unique index one_servicing_account on app.bank_account (business_id) where 'SERVICING' = any (roles);
create unique index one_disbursement_account on app.bank_account (business_id) where 'DISBURSEMENT' = any (roles);

-- In which words and from where it was given.
alter table app.ach_authorization
  add column language text check (language in ('en', 'es')),
  add column given_from inet;

-- A link on a page of the vendor's. Only our server asks what became of it.
create table app.hosted_link (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  user_id uuid not null references app.business_user,
  link_token text not null unique,
  -- The linked bank that was to be repaired.
  bank_item_id uuid references app.bank_item,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
call app.protect('app.hosted_link', 'business');
grant select, insert on app.hosted_link to inlay_app;

-- One reading of what is new at a bank. The engine carries it; its id is the story's. What arrives while one is under way needs another.
create table app.bank_reading (
  id uuid primary key,
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  bank_item_id uuid not null references app.bank_item,
  began_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index one_reading_to_begin on app.bank_reading (bank_item_id) where began_at is null;
call app.protect('app.bank_reading', 'business');
grant select, insert, update (began_at) on app.bank_reading to inlay_app;

create table app.bank_transaction (
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  bank_item_id uuid not null references app.bank_item,
  vendor_transaction_id text not null,
  vendor_account_id text not null,
  -- Positive when money came in, negative when it went out.
  amount_cents bigint not null,
  posted_on date not null,
  is_pending boolean not null,
  description text not null,
  merchant_name text,
  category text,
  primary key (bank_item_id, vendor_transaction_id)
);
create index transactions_by_day on app.bank_transaction (business_id, posted_on);
call app.protect('app.bank_transaction', 'business');
grant select, insert, update, delete on app.bank_transaction to inlay_app;

-- The vendor's messages name a link by the vendor's name for it; whose it is, the doorman knows.
grant select (id, platform_id, business_id, vendor_item_id) on app.bank_item to inlay_doorman;
create policy doorman on app.bank_item for select to inlay_doorman using (true);
grant select (id, platform_id, business_id, link_token) on app.hosted_link to inlay_doorman;
create policy doorman on app.hosted_link for select to inlay_doorman using (true);
create function app.find_bank_link(p_vendor_item_id text, p_link_token text)
returns table (id uuid, platform_id uuid, business_id uuid)
language sql stable security definer set search_path = ''
begin atomic
  select i.id, i.platform_id, i.business_id from app.bank_item i where i.vendor_item_id = p_vendor_item_id
  union all
  select h.id, h.platform_id, h.business_id from app.hosted_link h where h.link_token = p_link_token;
end;
revoke execute on function app.find_bank_link from public;
grant execute on function app.find_bank_link to inlay_app;
grant create on schema app to inlay_doorman;
alter function app.find_bank_link owner to inlay_doorman;
revoke create on schema app from inlay_doorman;
