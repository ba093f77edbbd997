-- Events that a subscriber could not handle yet, and those of the same entity that wait behind them. The cursor
-- of the subscriber has passed them; everything else goes on.
create table tradewind.event_parked (
  subscriber text not null,
  -- What the order is kept for: the entity of the event, or the event itself where it has none.
  entity text not null,
  tx xid8 not null,
  seq bigint not null references tradewind.event (seq) on delete cascade,
  attempts int not null default 0,
  next_try_at timestamptz not null,
  last_error text,
  parked_at timestamptz not null default now(),
  primary key (subscriber, entity, tx, seq)
);
create index idx_event_parked_seq on tradewind.event_parked (seq);

-- The lists of events by area (`order.*`) and by time.
create index idx_event_area_seq on tradewind.event (split_part(name, '.', 1), seq);
create index idx_event_occurred_at on tradewind.event using brin (occurred_at);

-- Addresses outside that are told of events. How far each has been told is in tradewind.event_cursor.
create table tradewind.webhook (
  id text primary key,
  url text not null,
  description text,
  events text[] not null,
  is_active boolean not null default true,
  -- Since when every attempt has failed, and how many they were.
  failing_since timestamptz,
  failures int not null default 0,
  disabled_at timestamptz,
  disabled_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- What their messages are signed with: kept apart from the rows that the API shows.
create table tradewind.webhook_secret (
  webhook_id text primary key,
  secret text not null,
  -- The one before signs too, until its holder has had time to take over the new one.
  previous_secret text,
  previous_until timestamptz,
  updated_at timestamptz not null default now(),
  constraint fk_webhook_secret_webhook_id foreign key (webhook_id) references tradewind.webhook (id) on delete cascade
);

-- One event for one webhook. Replayed events have a delivery for each time.
create table tradewind.webhook_delivery (
  id text primary key,
  webhook_id text not null,
  event_seq bigint not null,
  event_id text not null,
  event_name text not null,
  status text not null default 'pending',
  attempts int not null default 0,
  -- Null when nothing is left to be done. While a process tries, the time at which it is taken for dead.
  next_try_at timestamptz,
  give_up_at timestamptz not null,
  last_attempt_at timestamptz,
  delivered_at timestamptz,
  response_status int,
  response_body text,
  error text,
  duration int,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint fk_webhook_delivery_webhook_id foreign key (webhook_id) references tradewind.webhook (id) on delete cascade,
  constraint ck_webhook_delivery_status check (status in ('pending', 'retrying', 'delivered', 'dead'))
);
create index idx_webhook_delivery_due on tradewind.webhook_delivery (webhook_id, next_try_at, id)
  where next_try_at is not null;
create index idx_webhook_delivery_created_at on tradewind.webhook_delivery (webhook_id, created_at, id);
create index idx_webhook_delivery_status on tradewind.webhook_delivery (webhook_id, status, created_at, id);
