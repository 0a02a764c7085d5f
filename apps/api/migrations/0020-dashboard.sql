-- What a user did in the portal.
create table app.interaction (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  user_id uuid not null references app.business_user,
  name text not null,
  details jsonb not null,
  created_at timestamptz not null default now()
);
create index interaction_of_business on app.interaction (business_id, id);
call app.protect('app.interaction', 'business');
grant select, insert on app.interaction to inlay_app;
