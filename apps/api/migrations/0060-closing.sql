-- Reminders to an owner who has chosen an offer and stopped before signing.

alter table app.reminder drop constraint reminder_kind_check;
alter table app.reminder add constraint reminder_kind_check
  check (kind in ('OWNER', 'CO_OWNER', 'ACCOUNTANT', 'CO_SIGNER', 'CLOSING'));
