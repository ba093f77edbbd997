-- Batch jobs, messages, notes and the other records beside the business.

create table batch_job (
  id varchar primary key,
  type text not null,
  created_by varchar,
  context jsonb,
  result jsonb,
  dry_run boolean not null default false,
  created_at timestamptz not null default now(),
  pre_processed_at timestamptz,
  confirmed_at timestamptz,
  processing_at timestamptz,
  completed_at timestamptz,
  failed_at timestamptz,
  canceled_at timestamptz,
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint fk_batch_job_created_by foreign key (created_by) references "user" (id)
);
create index idx_batch_job_created_by on batch_job (created_by); -- ours

create table staged_job (
  id varchar primary key,
  event_name varchar not null,
  data jsonb not null,
  options jsonb not null default '{}'
);

create table idempotency_key (
  id varchar primary key,
  idempotency_key varchar not null,
  created_at timestamptz not null default now(),
  locked_at timestamptz,
  request_method varchar,
  request_params jsonb,
  request_path varchar,
  response_code integer,
  response_body jsonb,
  recovery_point varchar not null default 'started'
);
create unique index uq_idempotency_key_idempotency_key on idempotency_key (idempotency_key);

create table notification_provider (
  id varchar primary key,
  is_installed boolean not null default true
);

create table notification (
  id varchar primary key,
  event_name varchar,
  resource_type varchar not null,
  resource_id varchar not null,
  customer_id varchar,
  "to" varchar not null,
  data jsonb not null,
  parent_id varchar,
  provider_id varchar,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint fk_notification_customer_id foreign key (customer_id) references customer (id),
  constraint fk_notification_parent_id foreign key (parent_id) references notification (id),
  constraint fk_notification_provider_id foreign key (provider_id) references notification_provider (id)
);
create index idx_notification_customer_id on notification (customer_id);
create index idx_notification_resource_type on notification (resource_type);
create index idx_notification_resource_id on notification (resource_id);
create index idx_notification_parent_id on notification (parent_id); -- ours
create index idx_notification_provider_id on notification (provider_id); -- ours

create table note (
  id varchar primary key,
  value varchar not null,
  resource_type varchar not null,
  resource_id varchar not null,
  author_id varchar,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  metadata jsonb
);
create index idx_note_resource_id on note (resource_id);
create index idx_note_resource_type on note (resource_type);

create table oauth (
  id varchar primary key,
  display_name varchar not null,
  application_name varchar not null,
  install_url varchar,
  uninstall_url varchar,
  data jsonb
);
create unique index uq_oauth_application_name on oauth (application_name);

create table invite (
  id varchar primary key,
  user_email varchar not null,
  role invite_role_enum default 'member',
  accepted boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  metadata jsonb,
  token varchar not null,
  expires_at timestamptz not null default now()
);
create unique index uq_invite_user_email on invite (user_email);

create table analytics_config (
  id varchar primary key,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  user_id varchar not null,
  opt_out boolean not null default false,
  anonymize boolean not null default false
);
create unique index uq_analytics_config_id_user_id on analytics_config (id, user_id) where deleted_at is null;
