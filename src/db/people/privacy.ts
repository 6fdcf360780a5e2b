import { type SQL, sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import { orders, placeOf } from "#db/orders.ts";
import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import { beginsIn } from "#db/steps.ts";
import { isOfOther, notifyEach, relatedUsers } from "#db/system/index.ts";
import {
	type Channel,
	daysLater,
	type Ground,
	REMINDERS,
	REQUEST_KINDS,
	REQUEST_STATES,
	type RequestKind,
	type RequestState,
} from "#domain/people/privacy/rules.ts";
import { REQUEST_STEPS, type RequestStep } from "#domain/people/privacy/steps.ts";
import type { By } from "#kernel/by.ts";
import { actsFor, mayActFor } from "./member-reads.ts";
import { isOpenTo } from "./sealed-reading.ts";

/** The privacy request that an action changes: `version` is the version that the user saw. */
export type RequestRef = { id: number; version: number };

/** A privacy request as its pages show it. Days are YYYY-MM-DD in Taipei, times UTC milliseconds. */
export type RequestRow = {
	id: number;
	version: number;
	member_id: number;
	member_name: string;
	member_no: string | null;
	kind: RequestKind;
	content: string;
	status: RequestState;
	channel: Channel;
	received_on: string;
	due_on: string;
	extended_at: number | null;
	extension_reason: string | null;
	grounds: string | null;
	answer: string | null;
	requested_by: number | null;
	requester: string | null;
	closed_by: string | null;
	closed_at: number | null;
	created_at: number;
	/** JSON: the users who are the member's family. */
	related: string;
	pseudonymised_at: number | null;
};

const COLUMNS = `r.id, r.version, r.member_id, m.name AS member_name, m.member_no, r.kind, r.content, r.status, r.channel,
	r.received_on, r.due_on, r.extended_at, r.extension_reason, r.grounds, r.answer, r.requested_by, q.name AS requester,
	c.name AS closed_by, r.closed_at, r.created_at, ${relatedUsers("r.member_id")} AS related, m.pseudonymised_at`;
const FROM = `FROM privacy_requests r JOIN members m ON m.id = r.member_id LEFT JOIN users q ON q.id = r.requested_by
	LEFT JOIN users c ON c.id = r.closed_by`;

export const privacyRequest = (id: number): Select<RequestRow> =>
	selectOne(`SELECT ${COLUMNS} ${FROM} WHERE r.id = ?`, id);

/**
 * Selects a request for the member or the guardian who acts for them: when the member's sealed (encrypted) data is open
 * to the user, or the user made the request. No row for any other user.
 */
export const ownRequest = (userId: number, id: number): Select<RequestRow> =>
	selectOne(
		`SELECT o.* FROM (SELECT ${COLUMNS} ${FROM} WHERE r.id = ?2) o WHERE ${actsFor("?1", "o.member_id")}
			AND (o.requested_by = ?1 OR ${isOpenTo("?1", "o.member_id")} AND NOT ${isOfOther("o.requested_by", { member: "o.member_id", user: "?1" })})`,
		userId,
		id,
	);

/** Selects every request about a member, newest first. */
export const requestsOf = (memberId: number): Select<RequestRow> =>
	select(`SELECT ${COLUMNS} ${FROM} WHERE r.member_id = ? ORDER BY r.id DESC`, memberId);

/** Selects the requests about a member for a user who acts for them: not those of another guardian. */
export const requestsFor = (userId: number, memberId: number): Select<RequestRow> =>
	select(
		`SELECT ${COLUMNS} ${FROM} WHERE r.member_id = ?2
			AND NOT ${isOfOther("r.requested_by", { member: "?2", user: "?1" })} ORDER BY r.id DESC`,
		userId,
		memberId,
	);

export const REQUESTS_PER_PAGE = 20;

const CHANNELS: readonly Channel[] = ["web", "paper", "association"];
const ORDER = orders(
	{
		member: "m.name",
		kind: placeOf("r.kind", REQUEST_KINDS),
		received: "r.received_on",
		due: "r.due_on",
		state: [placeOf("r.status", REQUEST_STATES), "r.due_on"],
		requester: [placeOf("r.channel", CHANNELS), "q.name"],
		closed: "r.closed_at",
	},
	"r.id",
);
export const REQUEST_SORTS = ORDER.sorts;

/**
 * Selects one page of the waiting requests or of the closed ones, in an order; `kind` narrows
 * both. Counts the requests that fit (`total`) and all that wait (`waiting`).
 */
export function privacyRequests({
	open,
	kind,
	page,
	sort = "due",
}: {
	open: boolean;
	kind: RequestKind | undefined;
	page: number;
	sort?: (typeof REQUEST_SORTS)[number];
}): [Select<RequestRow>, Select<{ total: number; waiting: number }>] {
	const where = `WHERE r.status ${open ? "=" : "<>"} 'open' AND (?1 IS NULL OR r.kind = ?1)`;
	return [
		select(
			`SELECT ${COLUMNS} ${FROM} ${where} ${ORDER.by(sort)} ${limitTo(REQUESTS_PER_PAGE, (page - 1) * REQUESTS_PER_PAGE)}`,
			kind ?? null,
		),
		select(
			`SELECT (SELECT count(*) FROM privacy_requests r ${where}) AS total,
				(SELECT count(*) FROM privacy_requests WHERE status = 'open') AS waiting`,
			kind ?? null,
		),
	];
}

/** One of the waiting requests, the first due first, with the number of all. Days are YYYY-MM-DD. */
export type FirstDue = Pick<RequestRow, "id" | "kind" | "received_on" | "due_on" | "member_name"> & { waiting: number };
export const firstDue = (most: number): Select<FirstDue> =>
	select(
		`SELECT r.id, r.kind, r.received_on, r.due_on, m.name AS member_name, count(*) OVER () AS waiting
		FROM privacy_requests r JOIN members m ON m.id = r.member_id WHERE r.status = 'open' ORDER BY r.due_on, r.id ${limitTo(most)}`,
	);

export type NewRequest = {
	memberId: number;
	kind: RequestKind;
	content: string;
	channel: Channel;
	receivedOn: string;
	dueOn: string;
	by: By;
};

export const insertRequest = ({ memberId, kind, content, channel, receivedOn, dueOn, by }: NewRequest): SQL =>
	sql`INSERT INTO privacy_requests (member_id, kind, content, channel, received_on, due_on, requested_by, created_at, updated_at)
		SELECT ${memberId}, ${kind}, ${content}, ${channel}, ${receivedOn}, ${dueOn}, ${by.userId}, ${by.at}, ${by.at}`;

const waits = (memberId: number, kind: RequestKind): SQL =>
	sql`EXISTS (SELECT 1 FROM privacy_requests WHERE member_id = ${memberId} AND kind = ${kind} AND status = 'open')`;

/** Inserts a request unless one of its kind waits already. */
export const insertRequestOnce = (of: NewRequest): Write =>
	sql`${insertRequest(of)} WHERE NOT ${waits(of.memberId, of.kind)}`;

/** Refuses with `privacy.open` when a request of the kind waits already. */
export const refuseWaiting = (memberId: number, kind: RequestKind): Write =>
	refuseWhere("privacy.open", waits(memberId, kind));

/**
 * Refuses with `privacy.too_many` when `most` requests came from the website since a time (UTC milliseconds), withdrawn
 * ones too.
 */
export const refuseMany = (memberId: number, { most, since }: { most: number; since: number }): Write =>
	refuseWhere(
		"privacy.too_many",
		sql`(SELECT count(*) FROM privacy_requests WHERE member_id = ${memberId} AND channel = 'web' AND created_at > ${since}) >= ${most}`,
	);

/** Refuses with `privacy.sealed` a user to whom a member's sealed data is not open. */
export const refuseClosed = (userId: number, memberId: number): Write =>
	refuseWhere(
		"privacy.sealed",
		sql`NOT ${sql.raw(isOpenTo(String(Math.trunc(userId)), String(Math.trunc(memberId))))}`,
	);

/** Refuses with `privacy.not_yours` a user who is neither the member nor the guardian who acts for the member. */
export const refuseStrangers = (userId: number, memberId: number | SQL<number>): Write =>
	refuseWhere("privacy.not_yours", sql`NOT ${mayActFor(userId, memberId)}`);

/** Refuses with `member.merged` a record that was merged into another, or pseudonymised. */
export const refuseGone = (memberId: number): Write =>
	refuseWhere(
		"member.merged",
		sql`NOT EXISTS (SELECT 1 FROM members WHERE id = ${memberId} AND merged_into IS NULL AND pseudonymised_at IS NULL)`,
	);

/**
 * Refuses with `privacy.taken_back` a paper that was signed before the day (Taipei) on which the consent was withdrawn.
 */
export const refuseTakenBack = (memberId: number, { kind, signedOn }: { kind: string; signedOn: string }): Write =>
	refuseWhere(
		"privacy.taken_back",
		sql`EXISTS (SELECT 1 FROM consents c WHERE c.given = 0
			AND c.id = (SELECT max(id) FROM consents WHERE member_id = ${memberId} AND kind = ${kind})
			AND ${signedOn} < coalesce(c.signed_on, date(c.at / 1000, 'unixepoch', '+8 hours')))`,
	);

type Closing = { step: Exclude<RequestStep, "extend">; grounds: Ground | null; answer: string | null; by: By };

/**
 * Closes a request with a step and the association's answer. Refuses with `privacy.stale` when it changed after the
 * user saw `version`, or is closed.
 */
export const closeRequest = ({ id, version }: RequestRef, { step, grounds, answer, by }: Closing): Write[] => [
	sql`UPDATE privacy_requests SET status = ${REQUEST_STEPS[step].to}, grounds = ${grounds}, answer = ${answer}, closed_by = ${by.userId},
			closed_at = ${by.at}, updated_at = ${by.at}, version = version + 1
		WHERE id = ${id} AND version = ${version} AND ${beginsIn("status", REQUEST_STEPS[step])}`,
	guard("privacy.stale"),
];

/**
 * Extends the last day of a request, once. Refuses with `privacy.stale` when it changed after the user saw `version`,
 * is closed or was extended before.
 */
export const extendRequest = (
	{ id, version }: RequestRef,
	{ dueOn, reason, at }: { dueOn: string; reason: string; at: number },
): Write[] => [
	sql`UPDATE privacy_requests SET due_on = ${dueOn}, extended_at = ${at}, extension_reason = ${reason}, reminded = '[]',
			updated_at = ${at}, version = version + 1
		WHERE id = ${id} AND version = ${version} AND ${beginsIn("status", REQUEST_STEPS.extend)} AND extended_at IS NULL`,
	guard("privacy.stale"),
];

/**
 * Notifies the person who made a request, in the batch of the change: the user who made it on the website, else (on
 * paper) the member's user, when that user is active and has an e-mail address, else the address in the member's
 * record. Nobody is notified of a request that the association opened itself, or when the member died or is
 * pseudonymised. The caller must relay `mail.due` to the queue afterwards.
 */
export const tellOfRequest = (
	id: number,
	{ kind, at }: { kind: "privacy_answered" | "privacy_extended"; at: number },
): Write =>
	notifyEach(kind, {
		user: sql`u.id`,
		member: sql`iif(u.id IS NULL, m.id, NULL)`,
		data: sql`json_object('requestId', r.id)`,
		from: sql`privacy_requests r JOIN members m ON m.id = r.member_id
			LEFT JOIN users u ON u.id = iif(r.channel = 'web', r.requested_by, m.user_id) AND u.status = 'active' AND u.email IS NOT NULL
			WHERE r.id = ${id} AND r.channel <> 'association' AND m.status <> 'deceased' AND m.pseudonymised_at IS NULL`,
		at,
	});

/** A request whose last day is near or past; `reminded` is JSON of the reminders sent to staff. */
export type DueRequest = { id: number; due_on: string; reminded: string };
/**
 * Selects at most a hundred waiting requests whose last day is near or past and for which staff did not get that
 * reminder yet.
 */
export const dueRequests = (today: string): Select<DueRequest> =>
	select(
		`SELECT id, due_on, reminded FROM privacy_requests WHERE status = 'open' AND due_on <= ?1
			AND NOT EXISTS (SELECT 1 FROM json_each(reminded) WHERE value = iif(due_on < ?2, 0, ?3)) ORDER BY due_on, id LIMIT 100`,
		daysLater(today, REMINDERS[0]),
		today,
		REMINDERS[0],
	);

/**
 * Stores which reminders staff got of an open request. Refuses with `privacy.stale` when the request changed since it
 * was read.
 */
export const markReminded = ({ id, due_on, reminded }: DueRequest, now: readonly number[]): Write[] => [
	sql`UPDATE privacy_requests SET reminded = ${JSON.stringify(now)}
		WHERE id = ${id} AND due_on = ${due_on} AND reminded = ${reminded} AND status = 'open'`,
	guard("privacy.stale"),
];
