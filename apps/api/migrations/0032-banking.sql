-- When the bank was linked, or connected again after its connection was lost. Real time, like created_at.
alter table app.bank_item add column connected_at timestamptz;
update app.bank_item set connected_at = created_at;
alter table app.bank_item
  alter column connected_at set default now(),
  alter column connected_at set not null;
