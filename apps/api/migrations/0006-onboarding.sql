create table app.prequalification (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid references app.business,
  platform_business_id text,
  product text not null check (product in ('TERM_LOAN', 'LOC_TERM_LOAN', 'FAST_PAY', 'EXTEND_PAY_PURCHASE_ORDER', 'MCA', 'INTEGRATED_MCA')),
  prequal_type text not null check (prequal_type in ('STANDARD', 'ANON')),
  is_prequalified boolean not null,
  prequalified_amount_cents bigint check (prequalified_amount_cents >= 0),
  terms jsonb not null,
  vertical text,
  prequal_date date not null,
  expires_date date not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (business_id is not null or prequal_type = 'ANON')
);
create index prequalification_of_business on app.prequalification (business_id, product, prequal_date desc);
create trigger touch before update on app.prequalification for each row execute function app.touch();
call app.protect('app.prequalification', 'business');
grant select, insert, update on app.prequalification to inlay_app;

create table app.onboarding (
  business_id uuid primary key references app.business,
  platform_id uuid not null references app.platform,
  answers jsonb not null default '{}',
  has_seen_waiting_for_offers boolean not null default false,
  survey_completed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create trigger touch before update on app.onboarding for each row execute function app.touch();
call app.protect('app.onboarding', 'business');
grant select, insert, update on app.onboarding to inlay_app;

-- What was answered to a step is remembered by its hash, so that the same answer sent again is recognised as a repeat.
create table app.onboarding_step (
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  step text not null,
  answer_hash bytea not null,
  completed_by uuid references app.business_user,
  completed_at timestamptz not null,
  primary key (business_id, step)
);
call app.protect('app.onboarding_step', 'business');
grant select, insert, update, delete on app.onboarding_step to inlay_app;
