-- The generated password of the first user, as long as nobody has logged in with it. The password itself is not stored: the server
-- derives it from its secret and the salt, and shows it at each start. `password_hash` is that of the user: after a change of the
-- password the row has no effect.
create table tradewind.first_password (
  user_id text primary key,
  salt text not null,
  password_hash text not null,
  constraint fk_first_password_user_id foreign key (user_id) references public."user" (id) on delete cascade
);
