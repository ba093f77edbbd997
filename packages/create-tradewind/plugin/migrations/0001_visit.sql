create table visit (
  customer_id text primary key,
  number integer not null default 1 check (number > 0),
  last_at timestamptz not null default now()
);
