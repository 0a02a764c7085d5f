-- What an underwriter works with: the queue of applications that wait for a decision, and rulings with the requests that led to them.

alter table app.loan_application
  -- By when the owner was promised an answer, fixed when all data is present. Business time.
  add column promised_at timestamptz;
update app.loan_application set promised_at = received_at + interval '48 hours' where completed_at is not null;
alter table app.loan_application
  add constraint promise_of_complete_application check (completed_at is null or promised_at is not null);
create index applications_to_decide on app.loan_application (promised_at, id)
  where completed_at is not null and status in ('ASSIGN_TO_CAPITAL_PROVIDER', 'UNASSIGNED');

alter table app.decision
  -- What the run leaves to staff: rules by id, exceptions, and whether a denial is to be confirmed.
  add column review jsonb not null default '{"rules": [], "exceptions": [], "isDenialToConfirm": false}';
alter table app.decision alter column review drop default;

alter table app.ruling
  -- The request that it results from: who asked, why, and who approved.
  add column staff_request_id uuid unique references app.staff_request,
  -- The provider whose written consent it is.
  add column capital_provider_id text references app.capital_provider,
  add constraint consent_of_a_provider check ((provider_consent is null) = (capital_provider_id is null)),
  add constraint concentration_by_consent
    check ((kind = 'EXCEPTION' and code = 'TPE_5') = (provider_consent is not null)),
  drop constraint ruling_application_id_kind_code_key,
  add constraint one_ruling unique nulls not distinct (application_id, kind, code, capital_provider_id);
-- A ruling leads to another run, so each run is ruled about once. A consent to a concentration leads to none.
create unique index one_ruling_of_decision on app.ruling (decision_id) where code is distinct from 'TPE_5';

-- The applications of all tenants that wait for a decision or for capital, the oldest promise first. Like every list across tenants it
-- returns rows only in the staff scope, and only ids; what else staff see of them is read in the scope of each platform.
grant select (id, platform_id, business_id, status, completed_at, promised_at) on app.loan_application to inlay_lookup;
create policy lookup on app.loan_application for select to inlay_lookup using (true);
create function app.list_applications_to_decide(p_after uuid, p_limit integer)
returns table (id uuid, platform_id uuid) language sql stable security definer set search_path = ''
begin atomic
  select a.id, a.platform_id from app.loan_application a
  where app.staff_in_scope() and a.completed_at is not null and a.status in ('ASSIGN_TO_CAPITAL_PROVIDER', 'UNASSIGNED')
    and (p_after is null
      or (a.promised_at, a.id) > (select l.promised_at, l.id from app.loan_application l where l.id = p_after))
  order by a.promised_at, a.id limit p_limit;
end;
revoke execute on function app.list_applications_to_decide from public;
grant execute on function app.list_applications_to_decide to inlay_app;
grant create on schema app to inlay_lookup;
alter function app.list_applications_to_decide owner to inlay_lookup;
revoke create on schema app from inlay_lookup;
