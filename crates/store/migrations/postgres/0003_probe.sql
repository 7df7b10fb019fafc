-- One row that is written to see whether the store takes writes.
CREATE TABLE probe (
    id BIGINT PRIMARY KEY NOT NULL,
    at BIGINT NOT NULL
);
