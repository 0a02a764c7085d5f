-- Co-owners who sign the agreement of a chosen offer.

-- A co-signer is an owner whose signature a signed agreement waits for.
alter table app.reminder drop constraint reminder_kind_check;
alter table app.reminder add constraint reminder_kind_check check (kind in ('OWNER', 'CO_OWNER', 'ACCOUNTANT', 'CO_SIGNER'));

-- The email of an invitation to sign has other words.
alter table app.invitation add column asks_to_sign boolean not null default false;
