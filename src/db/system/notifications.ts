import { type SQL, sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { KINDS, type KindData, type KindName } from "#domain/system/notifications/kinds.ts";
import type { Permission } from "#permissions.ts";

/*
 * Inserts notifications in the batch of the change that they are about; the caller must relay `mail.due` to the queue after
 * the commit. Triggers on the table (migrations/0052_notifications.sql) decide how each is sent: only they write mails.
 */

/**
 * The contents of a notification; `at` is UTC milliseconds. An error is thrown when `data` does not fit the schema of
 * the kind (which keeps secrets and tokens out).
 */
type Told<Name extends KindName> = { data: KindData[Name]; at: number };

/**
 * Inserts a notification for everybody whom a query finds: `from` is its FROM and WHERE, the other arguments are SQL
 * over its rows. One of `user`, `member` and `donor` is not NULL. With an `id` a notification is written only once,
 * without one every time. (The mail provider Resend accepts letters, digits, _ and - in it.)
 */
export const notifyEach = (
	kind: KindName,
	{
		id = sql`'msg_' || lower(hex(randomblob(16)))`,
		user = sql`NULL`,
		member = sql`NULL`,
		donor = sql`NULL`,
		...of
	}: { id?: SQL; user?: SQL; member?: SQL; donor?: SQL; data: SQL | string; from: SQL; at: number },
): Write =>
	sql`INSERT INTO notifications (id, kind, user_id, member_id, donor_id, data, created_at)
		SELECT ${id}, ${kind}, ${user}, ${member}, ${donor}, ${of.data}, ${of.at} FROM ${of.from}`;

/**
 * Notifies a user, given by id or as SQL of a user whom the same batch makes; the mail goes to the address that the
 * user has at this place in the batch.
 */
export const notify = <Name extends KindName>(
	kind: Name,
	{ user, id, data, at }: Told<Name> & { user: number | SQL; id?: string },
): Write =>
	notifyEach(kind, {
		...(id === undefined ? {} : { id: sql`${id}` }),
		user: sql`u.id`,
		data: dataOf(kind, data),
		from: sql`users u WHERE u.id = ${user}`,
		at,
	});

/** Notifies every active user who has a permission; with `key`, as 'audit_seal_2026-03-05', each only once. */
export const notifyHolders = <Name extends KindName>(
	kind: Name,
	{ permission, key, data, at }: Told<Name> & { permission: Permission; key?: string },
): Write =>
	notifyEach(kind, {
		...(key === undefined ? {} : { id: sql`${key} || '_' || u.id` }),
		user: sql`u.id`,
		data: dataOf(kind, data),
		from: sql`users u WHERE u.status = 'active' AND u.id IN (
			SELECT r.user_id FROM role_permissions p JOIN user_roles r ON r.role_id = p.role_id WHERE p.permission = ${permission})`,
		at,
	});

/** Checks the data of a kind of notification and returns it as it is stored. */
export const dataOf = <Name extends KindName>(kind: Name, data: KindData[Name]): string =>
	JSON.stringify(KINDS[kind].schema.parse(data));

/**
 * Empties the data of notifications older than `before`, except of those whose mail was settled later or is not settled
 * yet. That a notification was sent, and when, stays.
 */
export const emptyNotifications = (before: number): Write =>
	sql`UPDATE notifications SET data = '{}' WHERE created_at < ${before} AND data <> '{}'
		AND NOT EXISTS (SELECT 1 FROM mail_messages m WHERE m.id = notifications.id AND coalesce(m.settled_at >= ${before}, true))`;
