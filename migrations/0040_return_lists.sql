-- What lists of returns look up, at a million returns as at ten: the newest first, all of them or those in a state.
create index idx_return_newest on "return" (created_at desc, id desc);
create index idx_return_status_newest on "return" (status, created_at desc, id desc);
