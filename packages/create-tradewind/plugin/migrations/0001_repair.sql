create table repair (
  id integer generated always as identity primary key,
  customer_id text not null,
  product_id text not null,
  what text not null,
  reported_at timestamptz not null default now(),
  finished_at timestamptz
);
create index repair_customer on repair (customer_id);
