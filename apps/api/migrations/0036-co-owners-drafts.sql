-- What a co-owner types is kept as well. It is theirs: a draft without an owner is the primary owner's.
alter table app.onboarding_draft add column owner_id uuid references app.business_owner on delete cascade;
alter table app.onboarding_draft drop constraint onboarding_draft_pkey;
create unique index one_draft_of_step on app.onboarding_draft (business_id, owner_id, step) nulls not distinct;
-- For the drafts that go with an owner.
create index draft_of_co_owner on app.onboarding_draft (owner_id) where owner_id is not null;
