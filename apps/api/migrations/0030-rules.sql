-- What is asked for by a rule and not by a person, and what the rules look at.

-- Why a rule asked. The same cause asks once, whatever came of it: answered, released by one of ours, or settled by itself. Nothing here
-- for what a person or a report asked.
alter table app.additional_input add column causes text[] not null default '{}';
grant update (causes) on app.additional_input to inlay_app;

-- A step or an answer was completed with it, so somebody believes that we have it.
alter table app.business_document add column is_counted boolean not null default false;

alter table app.bank_item
  add column times_lost integer not null default 0,
  -- It was lost, and has not been read since. Moments would not do: a business's time may stand still.
  add column is_unread boolean not null default false,
  -- When to look whether what we know of its accounts has grown old. From here on this column, disconnected_at and transactions_read_at
  -- are business time.
  add column next_action_at timestamptz;
call app.watch_due('app.bank_item');

-- Repayments came from it until its bank took it away. Nobody has chosen another one yet, unless one has the role.
alter table app.bank_account add column served_until timestamptz;

-- Business time: from here the days are counted in which an accountant is waited for.
alter table app.accountant_invitation add column invited_at timestamptz, add column next_action_at timestamptz;
update app.accountant_invitation set invited_at = created_at;
alter table app.accountant_invitation alter column invited_at set not null;
call app.watch_due('app.accountant_invitation');
grant update (next_action_at) on app.accountant_invitation to inlay_app;

-- A co-owner has done their part, and nothing that was found out stands against it. Nobody else sees it.
alter table app.business_owner add column onboarded_at timestamptz, add check (onboarded_at is null or not is_primary);

-- Everything is there that a decision needs. The law counts the days to the decision from here. Business time.
alter table app.loan_application add column completed_at timestamptz;

-- Whether the business itself was held against the sanctions list, and neither it nor any of its people is, or may be, on it. An account is
-- held by one of them.
create function app.holders_clear(p_business uuid) returns boolean language sql stable
  return app.sanctions_clear(p_business) and exists (
    select from app.sanctions_screening s where s.business_id = p_business and s.subject_id = p_business);
grant execute on function app.holders_clear to inlay_app;
