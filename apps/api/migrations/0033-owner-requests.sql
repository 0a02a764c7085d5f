-- An employee who came first asks an owner to apply, or the owner who applies to go on. Such an invitation says who asked.
alter table app.invitation add column asked_by uuid references app.business_user;
alter table app.invitation add constraint asked_for_a_user check (asked_by is null or (kind = 'CONNECT_DIRECT' and asked_by <> user_id));
