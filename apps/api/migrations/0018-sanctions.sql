-- Whose name was held against the sanctions list, what came of it, and what a person of ours made of it. Kept for ten years, so both
-- tables only grow: a later look is another row, and so is a changed mind.

create table app.sanctions_screening (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  -- Who was screened: the business itself, one of its people, or somebody whom its money goes to.
  subject_kind text not null check (subject_kind in ('BUSINESS', 'PERSON', 'PAYEE')),
  subject_id uuid not null,
  name text not null,
  result text not null check (result in ('CLEAR', 'POSSIBLE_MATCH')),
  score numeric(4, 3) check (score between 0 and 1),
  -- The entries that may be meant, as the list had them then.
  matches jsonb not null default '[]',
  list_sha256 bytea not null,
  list_published_at timestamptz not null,
  -- By the business's clock; recorded_at is the wall's.
  screened_at timestamptz not null,
  recorded_at timestamptz not null default clock_timestamp(),
  check ((result = 'POSSIBLE_MATCH') = (score is not null and matches <> '[]'))
);
create index screening_of_business on app.sanctions_screening (business_id, recorded_at, id);
create index match_of_business on app.sanctions_screening (business_id, subject_id) where result = 'POSSIBLE_MATCH';
create trigger append_only before update or delete or truncate on app.sanctions_screening
  for each statement execute function app.refuse_change();
call app.protect('app.sanctions_screening', 'business');
grant select, insert on app.sanctions_screening to inlay_app;

create table app.sanctions_decision (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  screening_id uuid not null references app.sanctions_screening,
  verdict text not null check (verdict in ('CLEARED', 'CONFIRMED')),
  -- The one before it, if somebody had decided already. Of two who decide at once one finds it taken.
  replaces uuid references app.sanctions_decision,
  -- A later look that found nothing new stands on what was decided about the earlier one.
  carried_from uuid references app.sanctions_decision,
  decided_by uuid references app.staff_member,
  decided_at timestamptz not null default clock_timestamp(),
  constraint decision_taken unique nulls not distinct (screening_id, replaces),
  check ((decided_by is null) = (carried_from is not null))
);
create index decision_replaced on app.sanctions_decision (replaces) where replaces is not null;
create trigger append_only before update or delete or truncate on app.sanctions_decision
  for each statement execute function app.refuse_change();
call app.protect('app.sanctions_decision', 'business');
grant select, insert on app.sanctions_decision to inlay_app;

-- Whether nobody of a business is, or may be, on the list. What was once found stays found until a person says otherwise: neither
-- another name nor another list takes it back. Who was never screened is nobody's match.
create function app.sanctions_clear(p_business uuid) returns boolean language sql stable
  return not exists (
    select from app.sanctions_screening s
    where s.business_id = p_business and s.result = 'POSSIBLE_MATCH' and not exists (
      select from app.sanctions_decision d
      where d.screening_id = s.id and d.verdict = 'CLEARED'
        and not exists (select from app.sanctions_decision later where later.replaces = d.id)));
grant execute on function app.sanctions_clear to inlay_app, inlay_reader;
