-- Prequalifications that partners ask for. A new one of a business replaces the one of the same product.
alter table app.prequalification
  alter column terms drop not null,
  -- Why the business is not prequalified. Its platform is told, the business never.
  add column reasons text[] not null default '{}',
  -- Whether a price may be shown with the amount, by the state that was known. Where a row is shown, the state is checked again.
  add column show_price boolean not null default true,
  -- Whether reports may count it.
  add column analytics_enabled boolean not null default true,
  add column policy_version text,
  -- The keyed hash of what it was computed from. The same inputs within a day have the same result.
  add column inputs_hash bytea,
  add column replaced_at timestamptz;
alter table app.prequalification alter column show_price set default false;

update app.prequalification older set replaced_at = now() where exists (
  select from app.prequalification newer
  where newer.business_id = older.business_id and newer.product = older.product
    and (newer.prequal_date, newer.id) > (older.prequal_date, older.id));
update app.prequalification set terms = null, prequalified_amount_cents = null where not is_prequalified;

alter table app.prequalification
  add check (prequal_type = 'STANDARD' or business_id is null),
  add check (is_prequalified or (terms is null and prequalified_amount_cents is null)),
  add check (not is_prequalified or (terms is not null and reasons = '{}')),
  -- One that was replaced does not expire.
  alter column next_action_at set expression as (
    case when expired_at is null and replaced_at is null then (expires_date + 1)::timestamp at time zone 'UTC' end);

create unique index one_current_prequalification on app.prequalification (business_id, product) where replaced_at is null;
-- For lists, and for finding the same inputs again.
create index prequalification_of_platform on app.prequalification (platform_id, id);
create index prequalification_by_platform_business on app.prequalification (platform_id, platform_business_id, product);
