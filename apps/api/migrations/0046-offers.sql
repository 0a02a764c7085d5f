-- Choosing and refreshing offers.

alter table app.offer
  -- The amount that the owner chose, and the figures of it that the owner was shown.
  add column chosen_amount_cents bigint check (chosen_amount_cents > 0 and chosen_amount_cents <= amount_cents),
  add column chosen_terms jsonb,
  -- The expired offer that this one was made for.
  add column refresh_of uuid references app.offer,
  add constraint chosen_when_selected check (case
    when status = 'WAITING_FOR_SELECTION' then num_nonnulls(selected_at, chosen_amount_cents, chosen_terms) = 0
    when status in ('SELECTED', 'ACCEPTED') then num_nulls(selected_at, chosen_amount_cents, chosen_terms) = 0
    else num_nulls(selected_at, chosen_amount_cents, chosen_terms) in (0, 3) end);
-- Of an application one offer is chosen.
create unique index one_selected_offer on app.offer (application_id) where status in ('SELECTED', 'ACCEPTED');

-- When new offers were last asked for in place of expired ones. Business time.
alter table app.loan_application
  add column refresh_requested_at timestamptz,
  add constraint refreshing_since check (offer_step <> 'OFFER_REFRESH_PENDING' or refresh_requested_at is not null);

-- As before, and: the documents of a chosen offer are about the chosen amount, and beside a chosen offer no other is signed.
create or replace function app.disclose_first() returns trigger language plpgsql as $$
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
  if v_offer.chosen_amount_cents <> new.amount_cents then
    raise exception 'a chosen offer is signed at the chosen amount' using errcode = 'restrict_violation';
  end if;
  if exists (
    select from app.offer o
    where o.application_id = v_offer.application_id and o.id <> v_offer.id and o.status in ('SELECTED', 'ACCEPTED')
  ) then
    raise exception 'beside a chosen offer no other is signed' using errcode = 'restrict_violation';
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
