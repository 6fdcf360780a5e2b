-- Signed web-hooks (Standard Webhooks 1.0): who is called, what was sent, what each try answered.

CREATE TABLE webhook_endpoints (
	id INTEGER PRIMARY KEY AUTOINCREMENT, -- never used twice: the audit log and the sealed secrets name it
	url TEXT NOT NULL UNIQUE,
	secret TEXT NOT NULL, -- sealed, bound to this row's id
	previous_secret TEXT, -- sealed; signs too until previous_until
	previous_until INTEGER,
	events TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(events)), -- [] is all; "article.*" is a family
	is_enabled INTEGER NOT NULL DEFAULT 1 CHECK (is_enabled IN (0, 1)),
	disabled_reason TEXT,
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL
) STRICT;

-- waiting: to be sent at due_at. sending: a consumer has it until due_at, then anybody may send it again.
CREATE TABLE webhook_deliveries (
	id TEXT PRIMARY KEY, -- webhook-id: stable over retries
	endpoint_id INTEGER NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
	type TEXT NOT NULL,
	resource TEXT NOT NULL, -- of content_changes, or 'endpoint' for a ping
	resource_id INTEGER NOT NULL,
	rev INTEGER NOT NULL,
	data TEXT NOT NULL CHECK (json_valid(data)),
	state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'delivered', 'failed')),
	attempts INTEGER NOT NULL DEFAULT 0,
	due_at INTEGER NOT NULL,
	created_at INTEGER NOT NULL,
	delivered_at INTEGER
) STRICT;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, due_at) WHERE state IN ('waiting', 'sending');
CREATE INDEX webhook_deliveries_latest ON webhook_deliveries (endpoint_id, resource, resource_id, created_at);
CREATE INDEX webhook_deliveries_log ON webhook_deliveries (created_at);

CREATE TABLE webhook_attempts (
	delivery_id TEXT NOT NULL REFERENCES webhook_deliveries (id) ON DELETE CASCADE,
	number INTEGER NOT NULL,
	at INTEGER NOT NULL,
	status INTEGER, -- none: no answer
	duration_ms INTEGER NOT NULL,
	answer TEXT NOT NULL DEFAULT '', -- its first 2 KB, or the error
	PRIMARY KEY (delivery_id, number)
) STRICT, WITHOUT ROWID;
