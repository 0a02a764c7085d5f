-- Somebody who was named a co-owner says that they are none.
alter table app.invitation add column declined_at timestamptz;
alter table app.invitation add constraint only_co_owners_decline check (declined_at is null or (kind = 'SECONDARY_OWNER' and used_at is null));
grant update (declined_at) on app.invitation to inlay_app;
drop index app.one_working_invitation;
create unique index one_working_invitation on app.invitation (kind, user_id, owner_id) nulls not distinct
  where used_at is null and revoked_at is null and bounced_at is null and declined_at is null;
