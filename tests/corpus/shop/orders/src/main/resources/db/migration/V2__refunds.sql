-- A refund is paid once: the key is unique (postmortem PM-2026-03).
create table refunds (
    refund_key varchar(64) primary key,
    order_id varchar(36) not null references orders (id),
    cents bigint not null,
    currency char(3) not null
);
