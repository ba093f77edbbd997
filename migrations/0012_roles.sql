-- What users may do. While no user has a role, every user may do everything, as in v1.
create table tradewind.role (
  id text primary key,
  name text not null,
  description text,
  -- Such as `orders:write`. Only the owner has `*`: every permission, also those of later versions.
  permissions text[] not null,
  -- Part of the software: cannot be changed or deleted.
  is_built_in boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index uq_role_name on tradewind.role (lower(name));

create table tradewind.user_role (
  user_id text primary key,
  role_id text not null,
  constraint fk_user_role_user_id foreign key (user_id) references public."user" (id) on delete cascade,
  constraint fk_user_role_role_id foreign key (role_id) references tradewind.role (id)
);
create index idx_user_role_role_id on tradewind.user_role (role_id);

-- The role that an invited person gets.
create table tradewind.invite_role (
  invite_id text primary key,
  role_id text not null,
  constraint fk_invite_role_invite_id foreign key (invite_id) references public.invite (id) on delete cascade,
  constraint fk_invite_role_role_id foreign key (role_id) references tradewind.role (id)
);
create index idx_invite_role_role_id on tradewind.invite_role (role_id);

insert into tradewind.role (id, name, description, permissions, is_built_in) values
  ('owner', 'Owner', 'May do everything. A shop with roles always has an owner.', '{*}', true),
  ('manager', 'Manager',
    'Runs the shop: everything but the team, keys, webhooks and the erasure of personal data.',
    '{orders:read,orders:write,payments:read,payments:write,fulfillments:read,fulfillments:write,returns:read,returns:write,notes:read,notes:write,notifications:read,notifications:write,customers:read,customers:write,personal-data:read,products:read,products:write,price-lists:read,price-lists:write,discounts:read,discounts:write,gift-cards:read,gift-cards:write,stock:read,stock:write,settings:read,settings:write,keys:read,team:read,webhooks:read,jobs:read,jobs:write,import-export:read,import-export:write,uploads:read,uploads:write,plugins:read,plugins:write,analytics:read,audit:read,events:read}',
    true),
  ('fulfilment', 'Fulfilment', 'Packs and ships orders, receives returns, counts stock.',
    '{orders:read,fulfillments:read,fulfillments:write,returns:read,notes:read,notes:write,products:read,stock:read,stock:write,settings:read,events:read}',
    true),
  ('support', 'Support', 'Helps customers: orders, returns and customer data, without moving money.',
    '{orders:read,orders:write,payments:read,fulfillments:read,returns:read,returns:write,notes:read,notes:write,notifications:read,notifications:write,customers:read,customers:write,products:read,price-lists:read,discounts:read,gift-cards:read,stock:read,settings:read,events:read}',
    true),
  ('read-only', 'Read only', 'Sees everything but exports of personal data, and changes nothing.',
    '{orders:read,payments:read,fulfillments:read,returns:read,notes:read,notifications:read,customers:read,products:read,price-lists:read,discounts:read,gift-cards:read,stock:read,settings:read,keys:read,team:read,webhooks:read,jobs:read,import-export:read,uploads:read,plugins:read,analytics:read,audit:read,events:read}',
    true);

-- What a change replaced, and by what, for the changes that say so.
alter table tradewind.audit_entry add column before jsonb, add column after jsonb;
