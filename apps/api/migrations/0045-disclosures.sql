-- A disclosure comes before its agreement.

-- What the law of a state requires before the agreement of a product at an amount: SIGNED, DELIVERED, or null. These are the rule packs of
-- packages/lending once more, so that the guard below does not depend on the code that it guards. A test compares both.
create function app.required_disclosure(p_state text, p_product text, p_amount_cents bigint) returns text
language sql immutable parallel safe
begin atomic
  select law.required
  from (values
    ('CA', false, 50000000, 'SIGNED'),
    ('NY', false, 250000000, 'SIGNED'),
    ('UT', false, 100000000, 'DELIVERED'),
    ('VA', true, 50000000, 'SIGNED'),
    ('FL', false, 50000000, 'DELIVERED'),
    ('GA', false, 50000000, 'DELIVERED'),
    ('CT', true, 25000000, 'SIGNED'),
    ('KS', false, 50000000, 'DELIVERED'),
    ('MO', false, 50000000, 'DELIVERED'),
    ('LA', true, null, 'DELIVERED'),
    -- The law is about amounts below a million dollars.
    ('TX', true, 99999999, 'SIGNED')
  ) as law (state, advances_only, up_to_cents, required)
  where law.state = p_state
    and (not law.advances_only or p_product in ('MCA', 'INTEGRATED_MCA'))
    and (law.up_to_cents is null or p_amount_cents <= law.up_to_cents);
end;

-- The hash of everything about an offer that its price depends on, besides the chosen amount.
create function app.offer_terms_sha256(p_terms jsonb, p_markup_percentage numeric, p_state text) returns bytea
language sql immutable parallel safe
begin atomic
  select sha256(convert_to(jsonb_build_array(p_terms, p_markup_percentage, p_state)::text, 'UTF8'));
end;

-- No row was written before these columns.
alter table app.disclosure
  add column state text not null,
  add column needs_signature boolean not null,
  add column terms_sha256 bytea not null check (length(terms_sha256) = 32),
  -- Page and position of the signature.
  add column places jsonb not null,
  -- The evidence of delivery: who fetched the form, from where, and the hash of the bytes that were sent.
  add column delivered_to uuid references app.business_user,
  add column delivered_ip text check (length(delivered_ip) <= 100),
  add column delivered_user_agent text check (length(delivered_user_agent) <= 300),
  add column delivered_sha256 bytea,
  add constraint delivered_with_evidence check (
    num_nulls(delivered_at, delivered_to, delivered_ip, delivered_user_agent, delivered_sha256) in (0, 5)
  ),
  add constraint delivered_as_rendered check (delivered_sha256 = document_sha256);
grant update (delivered_to, delivered_ip, delivered_user_agent, delivered_sha256) on app.disclosure to inlay_app;

alter table app.signing
  -- Null: the document is about no offer.
  add column kind text check (kind in ('DISCLOSURE', 'AGREEMENT')),
  add column offer_id uuid references app.offer,
  add column amount_cents bigint check (amount_cents > 0),
  add column disclosure_id uuid references app.disclosure,
  add constraint about_an_offer check (
    (kind is null) = (offer_id is null) and (kind is null) = (amount_cents is null)
    and (kind is not distinct from 'DISCLOSURE') = (disclosure_id is not null)
  );
-- A document of an offer is signed once. Another is presented only after the first was declined, voided or refused.
create unique index one_agreement_of_offer on app.signing (offer_id)
  where kind = 'AGREEMENT' and status in ('PREPARING', 'SENT', 'VIEWED', 'COMPLETED');
create unique index one_signing_of_disclosure on app.signing (disclosure_id)
  where kind = 'DISCLOSURE' and status in ('PREPARING', 'SENT', 'VIEWED', 'COMPLETED');

-- Refuses to present a disclosure before it is delivered, and an agreement while the disclosure that its amount requires is not current,
-- delivered and, where the law asks for it, signed. The locks keep the disclosure current until the transaction ends.
create function app.disclose_first() returns trigger language plpgsql as $$
declare
  v_offer app.offer;
  v_required text;
begin
  select * into v_offer from app.offer o
  where o.id = new.offer_id and o.business_id = new.business_id and o.status in ('WAITING_FOR_SELECTION', 'SELECTED')
    and new.amount_cents <= o.amount_cents
  for share;
  if not found then
    raise exception 'only an open offer is signed, at most at its largest amount' using errcode = 'restrict_violation';
  end if;
  v_required := case new.kind
    when 'DISCLOSURE' then 'DELIVERED'
    else app.required_disclosure(v_offer.state, v_offer.terms ->> 'productType', new.amount_cents)
  end;
  if v_required is null then
    return new;
  end if;
  perform from app.disclosure d
  where d.offer_id = new.offer_id and d.superseded_by is null and d.amount_cents = new.amount_cents
    and d.terms_sha256 = app.offer_terms_sha256(v_offer.terms, v_offer.markup_percentage, v_offer.state)
    and d.delivered_at is not null
    and (v_required = 'DELIVERED' or d.signed_at is not null)
    and (new.kind = 'AGREEMENT' or (d.id = new.disclosure_id and d.document_sha256 = new.original_sha256))
  for share;
  if not found then
    raise exception 'the disclosure of the offer comes before its %', lower(new.kind) using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger disclose_first before insert on app.signing
  for each row when (new.kind is not null) execute function app.disclose_first();

-- Evidence of delivery and signature is written once, a superseded form is no longer delivered or signed, and no form is superseded under
-- an agreement that can be signed or is signed.
create or replace function app.disclose_once() returns trigger language plpgsql as $$
begin
  if old.superseded_by is not null
    or (old.delivered_at is not null and (new.delivered_at, new.delivered_to, new.delivered_ip, new.delivered_user_agent,
      new.delivered_sha256) is distinct from (old.delivered_at, old.delivered_to, old.delivered_ip, old.delivered_user_agent,
      old.delivered_sha256))
    or (old.signed_at is not null and new.signed_at is distinct from old.signed_at) then
    raise exception 'the evidence of a disclosure is written once' using errcode = 'restrict_violation';
  end if;
  if new.superseded_by is not null and exists (
    select from app.signing s
    where s.offer_id = new.offer_id and s.kind = 'AGREEMENT' and s.status in ('PREPARING', 'SENT', 'VIEWED', 'COMPLETED')
  ) then
    raise exception 'a disclosure is not superseded under an open agreement' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
