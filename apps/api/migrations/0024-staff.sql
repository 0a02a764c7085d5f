-- Staff read the emails and the tasks of one business, newest first.
create index email_of_business on app.email (business_id, created_at, id);
create index task_of_business on app.task (business_id, id);
