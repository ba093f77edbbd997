-- The numbers that a plugin gave to orders; the order has it as external_id, where v1 allows equal ones.
create table tradewind.order_number (
  number text primary key,
  order_id varchar not null unique references "order" (id) on delete cascade
);
