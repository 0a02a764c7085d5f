-- Why the primary owner withdrew an application.
alter table app.loan_application
  add column withdrawal_reason text check (withdrawal_reason in
    ('FOUND_OTHER_FINANCING', 'NO_LONGER_NEEDED', 'TOO_MUCH_TO_PROVIDE', 'TAKING_TOO_LONG', 'OTHER')),
  add column withdrawal_note text check (length(withdrawal_note) <= 500),
  add constraint withdrawn_for_a_reason check ((status = 'LOAN_APPLICATION_WITHDRAWN') = (withdrawal_reason is not null));
