-- The trace of the request that caused an event (W3C Trace Context). Null while tracing is off.
alter table tradewind.event add column traceparent text;
