-- After consent an owner cannot change an answer any more, and asks staff to correct it. Times are business time.
create table app.correction (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  user_id uuid not null references app.business_user,
  topic text not null check (topic in ('BUSINESS', 'OWNER', 'CO_OWNERS', 'BANK', 'PRODUCTS', 'OTHER')),
  text text not null check (length(text) between 1 and 1000),
  requested_at timestamptz not null,
  -- The day by which an answer is promised.
  answer_by date not null,
  answered_at timestamptz,
  -- ASKED: the owner enters the data again as an additional input. ANSWERED: the message is all.
  outcome text check (outcome in ('ASKED', 'ANSWERED')),
  message text check (length(message) between 1 and 1000),
  created_at timestamptz not null default now(),
  check ((answered_at is null) = (outcome is null) and (outcome is null) = (message is null))
);
create unique index one_open_correction on app.correction (business_id, topic) where answered_at is null;
call app.protect('app.correction', 'business');
grant select, insert, update (answered_at, outcome, message) on app.correction to inlay_app;
