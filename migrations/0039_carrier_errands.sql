-- What a carrier is being asked about fulfilments: written before it is asked, gone when the answer is in the books. What
-- a crash leaves is finished by whoever finds its lease over.
create table tradewind.carrier_errand (
  id varchar primary key,
  order_id varchar not null,
  kind text not null,
  fulfillment_ids text[] not null,
  -- What the carrier is told, and how things were before.
  details jsonb not null,
  lease_until timestamptz not null,
  created_at timestamptz not null default now(),
  constraint fk_carrier_errand_order_id foreign key (order_id) references public."order" (id) on delete cascade,
  constraint ck_carrier_errand_kind check (kind in ('book', 'cancel'))
);
create index idx_carrier_errand_order_id on tradewind.carrier_errand (order_id);

-- What fulfilments took from stock, so that exactly this comes back when one is canceled.
create table tradewind.fulfillment_stock (
  fulfillment_id varchar not null,
  line_item_id varchar not null,
  inventory_item_id varchar not null,
  location_id varchar not null,
  -- Whose pieces they were; null for those that nobody had reserved.
  reservation_id varchar,
  stocked integer not null,
  reserved integer not null,
  constraint fk_fulfillment_stock_fulfillment_id foreign key (fulfillment_id)
    references public.fulfillment (id) on delete cascade
);
create index idx_fulfillment_stock_fulfillment_id on tradewind.fulfillment_stock (fulfillment_id);
