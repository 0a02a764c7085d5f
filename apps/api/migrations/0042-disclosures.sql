-- Disclosures that the laws of states require.

-- A disclosure form of an offer at one amount: which form, and when it was delivered and signed. Another amount or price makes another form,
-- which supersedes this one.
create table app.disclosure (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  offer_id uuid not null references app.offer,
  form_version text not null,
  -- Of the rule pack and the templates, as counsel reviewed them.
  form_sha256 bytea not null check (length(form_sha256) = 32),
  -- Of the form as it was rendered.
  document_sha256 bytea not null check (length(document_sha256) = 32),
  amount_cents bigint not null check (amount_cents > 0),
  apr_percentage numeric(9, 4) not null,
  delivered_at timestamptz,
  signed_at timestamptz,
  -- Checked at commit, because an offer has one current form at any time and its successor is inserted afterwards.
  superseded_by uuid references app.disclosure deferrable initially deferred,
  created_at timestamptz not null default now(),
  constraint signed_after_delivery check (signed_at >= delivered_at and (signed_at is null or delivered_at is not null)),
  constraint superseded_by_another check (superseded_by <> id)
);
create unique index one_current_disclosure on app.disclosure (offer_id) where superseded_by is null;
create index disclosures_of_business on app.disclosure (business_id, id);
call app.protect('app.disclosure', 'business');
-- What was disclosed never changes.
grant select, insert, update (delivered_at, signed_at, superseded_by) on app.disclosure to inlay_app;

-- Evidence of delivery and signature is written once, and a superseded form is no longer delivered or signed.
create function app.disclose_once() returns trigger language plpgsql as $$
begin
  if old.superseded_by is not null
    or (old.delivered_at is not null and new.delivered_at is distinct from old.delivered_at)
    or (old.signed_at is not null and new.signed_at is distinct from old.signed_at) then
    raise exception 'the evidence of a disclosure is written once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger disclose_once before update on app.disclosure for each row execute function app.disclose_once();
