-- The owner was promised an answer within 48 hours of applying. Business time.
alter table app.loan_application add column next_action_at timestamptz;
update app.loan_application set next_action_at = received_at + interval '48 hours'
  where status in ('ASSIGN_TO_CAPITAL_PROVIDER', 'UNASSIGNED', 'CREATE_OFFERS');
call app.watch_due('app.loan_application');
