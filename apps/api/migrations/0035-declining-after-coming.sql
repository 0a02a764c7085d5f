-- Only who has come sees which business it is about. They too may say that they own no part of it, until they go on. They are nobody's
-- co-owner then, and cannot get in any more.
alter table app.invitation drop constraint only_co_owners_decline;
alter table app.invitation add constraint only_co_owners_decline check (declined_at is null or kind = 'SECONDARY_OWNER');
create trigger let_declining_co_owner_go before update of user_id on app.business_owner for each row
  when (not old.is_primary and old.user_id is not null and new.user_id is null) execute function app.let_co_owner_go();
