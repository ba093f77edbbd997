-- Links with which a customer pays a draft order, the difference of a swap or a cart that was left behind, at /pay. The link has a
-- signature besides the id, which is not stored: the rows alone open nothing. A cart has one link; a new one replaces it.
create table tradewind.payment_link (
  cart_id text primary key,
  id text not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint fk_payment_link_cart_id foreign key (cart_id) references public.cart (id) on delete cascade
);

-- Customers of carts that were left behind, whom the merchant has written to.
create table tradewind.contacted_cart (
  cart_id text primary key,
  contacted_at timestamptz not null default now(),
  constraint fk_contacted_cart_cart_id foreign key (cart_id) references public.cart (id) on delete cascade
);

-- Carts that were left behind, the newest first. None of these columns changes with the lines of a cart, so such updates stay
-- within their page (HOT).
create index idx_cart_left_behind on cart (created_at desc, id desc)
  where type = 'default' and completed_at is null and email is not null and deleted_at is null;
