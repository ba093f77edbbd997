-- What points are worth in a currency. Amounts are integers in its smallest unit.
create table rate (
  currency_code text primary key check (currency_code ~ '^[a-z]{3}$'),
  spend integer not null check (spend > 0),
  worth integer not null check (worth > 0)
);

-- The settings: one row.
create table program (
  id boolean primary key default true check (id),
  expire_after_months integer not null default 24 check (expire_after_months between 1 and 120),
  reward_days integer not null default 90 check (reward_days between 1 and 3650),
  mail_language text not null default 'en' check (mail_language in ('en', 'de'))
);

insert into program default values;

-- The lock of everything that happens to the points of a customer. Below zero after a refund of an order whose points were spent.
create table balance (
  customer_id text primary key,
  points integer not null default 0,
  last_earned_at timestamptz not null default now(),
  warned_at timestamptz
);

create index balance_by_points on balance (points desc, customer_id);

-- Every change of a balance. Nothing in it is changed, only added.
create table entry (
  id integer generated always as identity primary key,
  customer_id text not null references balance on delete cascade,
  kind text not null check (kind in ('earned', 'taken_back', 'redeemed', 'given_back', 'expired', 'adjusted')),
  points integer not null check (points <> 0),
  order_id text,
  -- What earned one point when the order was counted first. A rate that changes later does not change old orders.
  spend integer,
  note text check (length(note) <= 500),
  user_id text,
  created_at timestamptz not null default now()
);

create index entry_of_customer on entry (customer_id, id desc);
create index entry_of_order on entry (order_id) where order_id is not null;

-- Points that were made a discount code, for one order of this customer.
create table reward (
  discount_id text primary key,
  customer_id text not null references balance on delete cascade,
  code text not null unique,
  points integer not null check (points > 0),
  value integer not null check (value > 0),
  currency_code text not null,
  expires_at timestamptz not null,
  given_back_at timestamptz
);

create index reward_of_customer on reward (customer_id);
