-- Mail. A row is one message to one person, written in the batch of the change that it tells of: it is its own outbox.
-- It holds what the words are made from: no words, no secret, no token of a link.

-- queued: to be sent at due_at. sending: a consumer has it until due_at, then anybody may send it again.
-- bounced: the provider took it, and said later that it did not arrive.
CREATE TABLE mail_messages (
	id TEXT PRIMARY KEY DEFAULT ('msg_' || lower(hex(randomblob(16)))),
	template TEXT NOT NULL,
	user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
	to_address TEXT NOT NULL, -- '' when it was emptied, 180 days after it was settled
	to_name TEXT NOT NULL,
	data TEXT NOT NULL CHECK (json_valid(data)),
	state TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sending', 'sent', 'failed', 'bounced')),
	round INTEGER NOT NULL DEFAULT 1, -- raised when somebody sends it again; id-round is the provider's idempotency key
	attempts INTEGER NOT NULL DEFAULT 0, -- in this round
	due_at INTEGER NOT NULL,
	provider TEXT,
	provider_id TEXT,
	last_error TEXT,
	created_at INTEGER NOT NULL,
	settled_at INTEGER,
	version INTEGER NOT NULL DEFAULT 1,
	CHECK ((settled_at IS NULL) = (state IN ('queued', 'sending')))
) STRICT;
CREATE INDEX mail_messages_due ON mail_messages (due_at) WHERE state IN ('queued', 'sending');
CREATE INDEX mail_messages_by_time ON mail_messages (created_at);
CREATE INDEX mail_messages_by_state ON mail_messages (state, created_at);
CREATE INDEX mail_messages_of_provider ON mail_messages (provider_id) WHERE provider_id IS NOT NULL;
CREATE INDEX mail_messages_to_empty ON mail_messages (settled_at) WHERE to_address <> '';
