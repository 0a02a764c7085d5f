-- The language that a person chose to read us in; null while they did not choose. What we write to them follows it.
alter table app.business_user add column locale text check (locale in ('en', 'es'));
