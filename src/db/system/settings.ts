import { sql } from "drizzle-orm";
import { newestAudit } from "#db/audit.ts";
import { refuseWhere, type Write } from "#db/commit.ts";
import { limitTo, type Select, select } from "#db/read.ts";

export type SettingRow = { key: string; value: string };

/** Selects the stored settings among `keys`. */
export const selectSettings = (keys: readonly string[]): Select<SettingRow> =>
	select("SELECT key, value FROM settings WHERE key IN (SELECT value FROM json_each(?1))", JSON.stringify(keys));

/**
 * Selects the values that `keys` had at a time (UTC milliseconds), by the order of the history: a later correction of
 * the past counts.
 */
export const selectSettingsAt = (keys: readonly string[], at: number): Select<{ key: string; value: string | null }> =>
	select(
		`SELECT j.value AS key, (
			SELECT h.value FROM settings_history h WHERE h.key = j.value AND h.valid_from <= ?2 ORDER BY h.id DESC LIMIT 1
		) AS value FROM json_each(?1) j`,
		JSON.stringify(keys),
		at,
	);

/**
 * Selects the version of the group of settings with these keys: every change of one of them raises it, whoever makes
 * it.
 */
export const selectVersion = (keys: readonly string[]): Select<{ version: number }> =>
	select(
		`SELECT coalesce(max(id), 0) AS version FROM settings_history WHERE key IN (SELECT value FROM json_each(?1))`,
		JSON.stringify(keys),
	);

/** A change of a setting, with the name of the user who made it; `before` and `value` are null for the default. */
export type SettingChangeRow = {
	id: number;
	key: string;
	before: string | null;
	value: string | null;
	valid_from: number;
	user_name: string | null;
};

/** Selects the newest changes of `keys`, at most `limit`. */
export const selectHistory = (keys: readonly string[], limit: number): Select<SettingChangeRow> =>
	select(
		`SELECT h.id, h.key, h.value, h.valid_from, u.name AS user_name, (
			SELECT p.value FROM settings_history p WHERE p.key = h.key AND p.id < h.id ORDER BY p.id DESC LIMIT 1
		) AS before
		FROM settings_history h LEFT JOIN users u ON u.id = h.user_id
		WHERE h.key IN (SELECT value FROM json_each(?1)) ORDER BY h.id DESC ${limitTo(limit)}`,
		JSON.stringify(keys),
	);

/** Refuses with `settings.stale` when the group of settings with these keys is no longer at `version`. */
export const guardVersion = (keys: readonly string[], version: number): Write =>
	refuseWhere(
		"settings.stale",
		sql`${version} <> (
			SELECT coalesce(max(id), 0) FROM settings_history
			WHERE key IN (SELECT value FROM json_each(${JSON.stringify(keys)}))
		)`,
	);

/**
 * Stores settings as part of the change whose audit row stands directly before in the batch. `at` is UTC milliseconds.
 */
export const storeSettings = (rows: readonly SettingRow[], at: number): Write =>
	sql`INSERT INTO settings (key, value, updated_at, audit_id)
		SELECT value ->> 'key', value ->> 'value', ${at}, ${newestAudit} FROM json_each(${JSON.stringify(rows)}) WHERE true
		ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at,
			audit_id = excluded.audit_id, version = version + 1`;
