create table seen (what text not null, key text not null, primary key (what, key));
