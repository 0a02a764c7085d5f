-- A platform identifies its businesses by its own ids, so their names may repeat. Only businesses that enrolled themselves, which have no
-- such id, have a name each.
drop index app.business_name_taken;
create unique index business_name_taken on app.business (platform_id, lower(name)) where platform_business_id is null;
