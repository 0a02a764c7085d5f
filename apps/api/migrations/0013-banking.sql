-- Linked banks, their accounts and transactions, and the authorizations to debit accounts. Account numbers and the bank's access token are
-- in app.secret, under the id of their row.

-- A linked bank. A link token is exchanged once, so the access token is stored before the bank's institution and our right to link it are
-- known. A refused link keeps its row.
create table app.bank_item (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  -- The vendor's id. A bank is linked once.
  vendor_item_id text not null unique,
  institution_id text,
  institution_name text,
  -- Hash of the exchanged link token: the same token presented twice is one link.
  token_hash bytea unique,
  status text not null check (status in ('CREATED', 'CONNECTED', 'DISCONNECTED', 'BLOCKED', 'KANMON_BLOCKED')),
  refused text check (refused in ('INSTITUTION_EXCLUDED', 'INSTITUTION_ALREADY_LINKED')),
  linked_by uuid references app.business_user,
  accounts_read_at timestamptz,
  history text not null default 'NOT_READY' check (history in ('NOT_READY', 'RECENT', 'COMPLETE')),
  transactions_cursor text,
  -- Business time, like disconnected_at and next_action_at.
  transactions_read_at timestamptz,
  disconnected_at timestamptz,
  times_lost integer not null default 0,
  -- The connection was lost and the item has not been read since. Comparing times does not show this: a virtual clock may stand still.
  is_unread boolean not null default false,
  -- When to check whether the account data is outdated.
  next_action_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (business_id, institution_id),
  constraint read_or_refused check (accounts_read_at is null or (institution_id is not null and refused is null))
);
create index item_of_business on app.bank_item (business_id, created_at, id);
create trigger touch before update on app.bank_item for each row execute function app.touch();
call app.protect('app.bank_item', 'business');
call app.watch_due('app.bank_item');
grant select, insert, update on app.bank_item to inlay_app;

-- A bank account: a business's own, which is linked, entered by hand or provided by the platform; or another party's, to which a payment of
-- the business goes; or the platform's.
create table app.bank_account (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid references app.business,
  -- Whose account it is. A payee is paid for a bill of the business, a creditor for a debt that a new product replaces.
  party text not null default 'BUSINESS' check (party in ('BUSINESS', 'PAYEE', 'CREDITOR', 'PLATFORM')),
  constraint business_of_party check ((business_id is null) = (party = 'PLATFORM')),
  -- Another party's name. A business's own account has the business's name.
  holder_name text,
  constraint holder_name_of_party check ((holder_name is null) = (party = 'BUSINESS')),
  bank_item_id uuid references app.bank_item,
  vendor_account_id text,
  -- The platform's id of the account.
  platform_bank_account_id text,
  -- Fingerprint of account and routing number of a platform-provided account.
  provided_fingerprint bytea,
  account_name text not null,
  institution_name text,
  account_number_last4 text not null check (account_number_last4 ~ '^[0-9]{2,4}$'),
  -- The bank issued the number for this link: it expires with the link, and its last digits differ from those the owner knows.
  is_number_tokenized boolean not null default false,
  account_type text not null default 'depository',
  account_subtype text not null,
  -- The return window of a debit is much longer for a sole proprietor's personal account than for a company's.
  holder text not null check (holder in ('BUSINESS', 'PERSONAL')),
  created_method text not null check (created_method in ('MANUAL', 'PLAID', 'PLATFORM', 'PLATFORM_PLAID_ASSET_REPORT', 'PAYEE', 'STAFF')),
  -- The staff member who entered the account. Another one verifies it.
  entered_by uuid references app.staff_member,
  constraint entered_by_staff check ((entered_by is not null) = (created_method = 'STAFF')),
  -- Only a business's own account is linked or typed in by its owner, and has a role.
  constraint party_of_method check (
    case party when 'BUSINESS' then created_method not in ('PAYEE', 'STAFF')
      when 'PLATFORM' then created_method = 'STAFF' and roles = '{}'
      else created_method in ('PLATFORM', 'PAYEE') and roles = '{}' end),
  verification text not null default 'PENDING' check (verification in ('PENDING', 'VERIFIED', 'FAILED')),
  roles text[] not null default '{}' check (roles <@ array['SERVICING', 'DISBURSEMENT']),
  added_on date not null,
  -- A returned payment forbids further payments from and to the account until staff clear it.
  blocked_at timestamptz,
  -- The payment was stopped: the owner's next authorization clears the block, without staff.
  is_blocked_until_authorized boolean not null default false check (not is_blocked_until_authorized or blocked_at is not null),
  -- The bank froze the account, or a payment was returned on a sanctions instruction: no account of the business is used until staff clear it.
  frozen_at timestamptz check (frozen_at is null or blocked_at is not null),
  -- An owner stopped a change of the account: it is neither paid nor debited until staff confirm it.
  stopped_at timestamptz,
  sanctions_clear_on date,
  -- After it was added, changed or chosen for payouts, the account receives no payout until then, so that the owners can object.
  held_until_at timestamptz,
  -- The processor never updates a registered account, so changed numbers are registered under a new version.
  numbers_version integer not null default 1,
  -- The processor's id of the account, once registered.
  processor_account_id text,
  -- The account had the servicing role until its bank removed it. While no account has the role, no successor has been chosen.
  served_until timestamptz,
  removed_at timestamptz,
  metadata jsonb not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint item_has_name check (bank_item_id is null or vendor_account_id is not null),
  constraint bank_account_platform_id_taken unique (platform_id, platform_bank_account_id),
  constraint provided_by_platform
    check ((provided_fingerprint is not null) = (created_method in ('PLATFORM', 'PLATFORM_PLAID_ASSET_REPORT')))
);
create unique index one_account_of_item on app.bank_account (bank_item_id, vendor_account_id) where bank_item_id is not null;
create unique index one_servicing_account on app.bank_account (business_id) where 'SERVICING' = any (roles);
create unique index one_disbursement_account on app.bank_account (business_id) where 'DISBURSEMENT' = any (roles);
-- Also answers, on every read of a business's progress, whether the platform has provided an account.
create unique index account_provided_once on app.bank_account (business_id, created_method, provided_fingerprint)
  where provided_fingerprint is not null and removed_at is null;
create unique index one_platform_account on app.bank_account (platform_id) where party = 'PLATFORM' and removed_at is null;
create index account_of_business on app.bank_account (business_id, created_at, id);
create index bank_account_in_order on app.bank_account (platform_id, id);
create trigger touch before update on app.bank_account for each row execute function app.touch();
call app.protect('app.bank_account', 'business');
grant select, insert, update on app.bank_account to inlay_app;

-- The text that a person agreed to before debits, with language and source address. Never deleted, because debits reference it.
create table app.ach_authorization (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid references app.business,
  bank_account_id uuid not null references app.bank_account,
  user_id uuid references app.business_user,
  -- The account as it was shown: its last digits, and blind indexes of its numbers. Other numbers end the authorization.
  last4 text,
  account_number_index bytea,
  routing_number_index bytea,
  text_hash bytea not null,
  text_version text not null,
  language text check (language in ('en', 'es')),
  given_at timestamptz not null default now(),
  given_from inet,
  revoked_at timestamptz
);
create unique index one_standing_authorization on app.ach_authorization (bank_account_id) where revoked_at is null;
call app.protect('app.ach_authorization', 'business');
grant select, insert, update (revoked_at) on app.ach_authorization to inlay_app;

-- A notification of change: the account's bank asks for corrected data. The numbers themselves are only in the vault. One that could not be
-- applied stays open until staff close it, and after `apply_by` no entry is sent to the account.
create table app.account_correction (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid references app.business,
  bank_account_id uuid not null references app.bank_account,
  processor_correction_id text not null unique,
  change_code text not null,
  received_at timestamptz not null,
  apply_by date not null,
  closed_at timestamptz,
  -- Blind indexes of the numbers that it replaced, so that a linked bank that still reports them does not undo it.
  replaced_account_number bytea,
  replaced_routing_number bytea
);
create index corrections_of_account on app.account_correction (bank_account_id, id);
call app.protect('app.account_correction', 'business');
grant select, insert, update (closed_at, replaced_account_number, replaced_routing_number) on app.account_correction to inlay_app;

-- A change of the accounts that a business's money comes from or goes to: everything that one command did. Every owner is told of it, and
-- can stop it.
create table app.account_change (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  -- Who made it. SYSTEM is the bank of an account.
  actor_kind text not null,
  actor_id uuid,
  -- Business time, as is the time of the stop.
  made_at timestamptz not null,
  stopped_at timestamptz,
  -- The link by which an owner stopped it.
  stopped_by uuid,
  check ((stopped_at is null) = (stopped_by is null)),
  -- What staff decided after the stop.
  outcome text check (outcome in ('CONFIRMED', 'KEPT_BLOCKED')),
  check (outcome is null or stopped_at is not null)
);
create index changes_of_business on app.account_change (business_id, id);
call app.protect('app.account_change', 'business');
grant select, insert, update (stopped_at, stopped_by, outcome) on app.account_change to inlay_app;

-- One account of a change, and what the change did to it.
create table app.account_change_item (
  account_change_id uuid not null references app.account_change,
  bank_account_id uuid not null references app.bank_account,
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  what text[] not null check (cardinality(what) > 0 and what <@ array['LINKED', 'TYPED', 'PROVIDED', 'NUMBERS_CHANGED', 'NUMBERS_REPORTED',
    'CORRECTED', 'CHOSEN_FOR_DEBITS', 'CHOSEN_FOR_PAYOUTS']),
  -- The accounts that had the roles before this one was chosen for them.
  servicing_before uuid references app.bank_account,
  disbursement_before uuid references app.bank_account,
  -- The roles that the stop took from the account.
  roles_taken text[] not null default '{}' check (roles_taken <@ array['SERVICING', 'DISBURSEMENT']),
  primary key (account_change_id, bank_account_id)
);
create index items_of_business on app.account_change_item (business_id);
create index changes_of_account on app.account_change_item (bank_account_id, account_change_id);
call app.protect('app.account_change_item', 'business');
grant select, insert, update (what, servicing_before, disbursement_before, roles_taken) on app.account_change_item to inlay_app;

-- The link of one owner to one change. The token itself exists only in the owner's email.
create table app.account_change_link (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  account_change_id uuid not null references app.account_change,
  -- The owner's email address.
  recipient text not null,
  token_hash bytea not null unique,
  -- Wall-clock time, as for every token.
  expires_at timestamptz not null,
  unique (account_change_id, recipient)
);
alter table app.account_change add foreign key (stopped_by) references app.account_change_link;
call app.protect('app.account_change_link', 'business');
grant select, insert on app.account_change_link to inlay_app;

-- A link on the vendor's hosted page. The server asks the vendor for the result; the browser is not trusted with it.
create table app.hosted_link (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  user_id uuid not null references app.business_user,
  link_token text not null unique,
  -- The bank item that the link repairs, if any.
  bank_item_id uuid references app.bank_item,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
call app.protect('app.hosted_link', 'business');
grant select, insert on app.hosted_link to inlay_app;

-- One read of a bank's new transactions; its id is the workflow's. Data that arrives after it began needs another read.
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

-- A transaction of a linked bank, as last read.
create table app.bank_transaction (
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  bank_item_id uuid not null references app.bank_item,
  vendor_transaction_id text not null,
  vendor_account_id text not null,
  -- Positive for incoming money, negative for outgoing money.
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

-- The vendor's webhooks name an item or a link token and no tenant.
grant select (id, platform_id, business_id, vendor_item_id) on app.bank_item to inlay_lookup;
grant select (id, platform_id, business_id, link_token) on app.hosted_link to inlay_lookup;
create policy lookup on app.bank_item for select to inlay_lookup using (true);
create policy lookup on app.hosted_link for select to inlay_lookup using (true);
create function app.find_bank_link(p_vendor_item_id text, p_link_token text)
returns table (id uuid, platform_id uuid, business_id uuid)
language sql stable security definer set search_path = ''
begin atomic
  select i.id, i.platform_id, i.business_id from app.bank_item i where i.vendor_item_id = p_vendor_item_id
  union all
  select h.id, h.platform_id, h.business_id from app.hosted_link h where h.link_token = p_link_token;
end;

-- An owner who is not signed in brings only a token.
grant select (id, platform_id, business_id, token_hash) on app.account_change_link to inlay_lookup;
create policy lookup on app.account_change_link for select to inlay_lookup using (true);
create function app.find_account_change_link(p_hash bytea)
returns table (id uuid, platform_id uuid, business_id uuid) language sql stable security definer set search_path = ''
begin atomic
  select l.id, l.platform_id, l.business_id from app.account_change_link l where l.token_hash = p_hash;
end;

revoke execute on function app.find_bank_link, app.find_account_change_link from public;
grant execute on function app.find_bank_link, app.find_account_change_link to inlay_app;
grant create on schema app to inlay_lookup;
alter function app.find_bank_link owner to inlay_lookup;
alter function app.find_account_change_link owner to inlay_lookup;
revoke create on schema app from inlay_lookup;
