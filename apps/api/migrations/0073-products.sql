-- When a product was over.

alter table app.issued_product add column closed_at timestamptz;
update app.issued_product set closed_at = updated_at where loan_status in ('FULLY_PAID', 'REFINANCED', 'CLOSED');

-- A product is over by its status, whatever command changes it. One that is reopened is not closed any more. Business time.
create function app.note_closing() returns trigger language plpgsql as $$
begin
  if new.loan_status not in ('FULLY_PAID', 'REFINANCED', 'CLOSED') then
    new.closed_at := null;
  elsif tg_op = 'INSERT' or old.closed_at is null then
    new.closed_at := app.business_now(new.business_id);
  end if;
  return new;
end $$;
create trigger note_closing before insert or update of loan_status on app.issued_product for each row execute function app.note_closing();
alter table app.issued_product add constraint closed_when_over
  check ((closed_at is not null) = (loan_status in ('FULLY_PAID', 'REFINANCED', 'CLOSED')));
