-- Which jobs work with a file, and which one made it: a file that was imported is removed when no other job needs it.
-- By their hash, as keys that clients send may be longer than what other indexes take.
create index idx_batch_job_imported_file on batch_job using hash ((context ->> 'fileKey')) where completed_at is null;
create index idx_batch_job_made_file on batch_job using hash ((result ->> 'file_key'));
