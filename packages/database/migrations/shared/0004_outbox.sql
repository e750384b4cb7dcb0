-- Events are written in the transaction that causes them and numbered afterwards, one stream
-- a recipient, without gaps: a client that was away asks from its last number.

create table shared.outbox (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  recipient text not null,
  event text not null,
  data jsonb not null,
  seq bigint,
  created_at timestamptz not null default now(),
  constraint one_number_a_stream unique (tenant_id, recipient, seq)
);
create index outbox_to_number on shared.outbox (id) where seq is null;
create index outbox_by_age on shared.outbox (created_at);

create table shared.outbox_streams (
  tenant_id text not null,
  recipient text not null,
  last_seq bigint not null,
  primary key (tenant_id, recipient)
);

-- Numbers what has been committed. One caller at a time; for the others it returns nothing.
create function shared.relay_outbox(max_rows integer)
  returns table (id bigint, tenant_id text, recipient text, seq bigint, event text, data jsonb, created_at timestamptz)
  language plpgsql set search_path = ''
  as $$
  #variable_conflict use_column
  begin
    if not pg_try_advisory_xact_lock(4711002) then return; end if;
    return query
      with batch as materialized (
        select o.id, o.tenant_id, o.recipient,
          row_number() over (partition by o.tenant_id, o.recipient order by o.id) as place
        from (select * from shared.outbox where outbox.seq is null order by outbox.id limit max_rows) o
      ),
      streams as (
        insert into shared.outbox_streams as s (tenant_id, recipient, last_seq)
        select b.tenant_id, b.recipient, count(*) from batch b group by 1, 2
        on conflict (tenant_id, recipient) do update set last_seq = s.last_seq + excluded.last_seq
        returning s.tenant_id, s.recipient, s.last_seq
      ),
      told as (
        select s.tenant_id, s.recipient, s.last_seq,
          pg_notify('outbox', json_build_object('tenantId', s.tenant_id, 'recipient', s.recipient, 'seq', s.last_seq)::text)
        from streams s
      ),
      numbered as (
        update shared.outbox o
        set seq = t.last_seq - (select count(*) from batch c where c.tenant_id = b.tenant_id and c.recipient = b.recipient) + b.place
        from batch b join told t on t.tenant_id = b.tenant_id and t.recipient = b.recipient
        where o.id = b.id
        returning o.id, o.tenant_id, o.recipient, o.seq, o.event, o.data, o.created_at
      )
      select n.id, n.tenant_id, n.recipient, n.seq, n.event, n.data, n.created_at
      from numbered n order by n.tenant_id, n.recipient, n.seq;
  end $$;
