-- What Tradewind keeps beside the v1 tables, in a schema of its own.
-- The migration runner may have created the schema already, for its own list of applied files.
create schema if not exists tradewind;

-- A login of an administrator, a customer, or both in one browser. Only the hash of the token is kept.
create table tradewind.session (
  token_hash bytea primary key,
  user_id text,
  customer_id text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint fk_session_user_id foreign key (user_id) references public."user" (id) on delete cascade,
  constraint fk_session_customer_id foreign key (customer_id) references public.customer (id) on delete cascade
);
create index idx_session_user_id on tradewind.session (user_id);
create index idx_session_customer_id on tradewind.session (customer_id);
create index idx_session_expires_at on tradewind.session (expires_at);

-- Everything that happened, written in the transaction of the change itself.
-- seq is taken before the commit, so a smaller seq may become visible after a larger one. Readers therefore go
-- by (tx, seq) and only as far as pg_snapshot_xmin(pg_current_snapshot()): below that no transaction is open.
create table tradewind.event (
  seq bigint generated always as identity primary key,
  id text not null,
  name text not null,
  entity_id text,
  data jsonb not null,
  actor text,
  tx xid8 not null default pg_current_xact_id(),
  occurred_at timestamptz not null default now(),
  constraint uq_event_id unique (id)
);
create index idx_event_tx_seq on tradewind.event (tx, seq);
create index idx_event_entity_id_seq on tradewind.event (entity_id, seq);
create index idx_event_name_seq on tradewind.event (name, seq);

-- How far each subscriber has read the events, and when it tries again after a failure.
create table tradewind.event_cursor (
  subscriber text primary key,
  tx xid8 not null,
  seq bigint not null,
  attempts int not null default 0,
  retry_at timestamptz,
  last_error text,
  updated_at timestamptz not null default now()
);

-- The first answer to a request with an Idempotency-Key, kept to be given again.
create table tradewind.idempotency (
  scope text not null,
  key text not null,
  fingerprint text not null,
  state text not null,
  status int,
  headers jsonb,
  body text,
  locked_until timestamptz,
  created_at timestamptz not null default now(),
  primary key (scope, key),
  constraint ck_idempotency_state check (state in ('started', 'applied', 'finished'))
);
create index idx_idempotency_created_at on tradewind.idempotency (created_at);

-- Failed attempts by address and by account, shared by all processes.
create table tradewind.rate_limit (
  key text primary key,
  hits int not null,
  window_ends_at timestamptz not null
);
create index idx_rate_limit_window_ends_at on tradewind.rate_limit (window_ends_at);

-- Tokens of connected applications: kept apart from public.oauth, whose rows the API shows.
create table tradewind.oauth_token (
  application_name text primary key,
  data jsonb not null,
  updated_at timestamptz not null default now()
);

-- What all processes must agree on, such as generated secrets.
create table tradewind.setting (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);
