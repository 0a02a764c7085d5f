-- Accepted offers that a decision counts, and payoff letters that run out.

-- The accepted offers of the business that the facts count. Offers of a decision that lacks one are sized again.
alter table app.decision_snapshot add column counted_offer_ids uuid[] not null default '{}';

-- When it is next checked whether a letter still suffices. Business time.
alter table app.payoff_letter add column next_action_at timestamptz;
drop trigger append_only on app.payoff_letter;
-- Letters that were recorded before are checked at once.
update app.payoff_letter set next_action_at = now();
create trigger append_only
  before update of id, platform_id, business_id, application_id, existing_debt_id, amount_cents, per_diem_cents, good_through,
    bank_account_id, recorded_by, created_at
  or delete or truncate on app.payoff_letter
  for each statement execute function app.refuse_change();
call app.watch_due('app.payoff_letter');
grant update (next_action_at) on app.payoff_letter to inlay_app;
