import { type SQL, sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import { orders, placeOf } from "#db/orders.ts";
import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import { beginsIn } from "#db/steps.ts";
import { guardianNames, relatedToLogin } from "#db/system/index.ts";
import { LINK_STATES, LINK_STEPS, type LinkStep } from "#domain/people/link-requests/rules.ts";
import type { MemberStatus } from "#domain/people/members/codes.ts";
import { columnsOf } from "#domain/people/members/fields.ts";
import { TYPE_OF_RECORD } from "./membership-types.ts";

/** The data by which records of the same person are found; numbers and addresses in their stored form. */
export type Likeness = {
	userId: number;
	phones: readonly string[];
	emails: readonly string[];
	name: string;
	birthDate: string | null;
	nationalIdHash: string | null;
};

const MOST = 20;
/**
 * The query of the records that may belong to the same person (docs/concepts.md#membership): the same phone or e-mail,
 * including those that the user signs in with, the same national id, or the same name and birthday. Applications that
 * the user sent before are left out. The words of the search find numbers and addresses by an index.
 */
const LIKE = `SELECT m.id FROM (
		SELECT w.member_id AS id FROM member_words w WHERE w.word IN (
			SELECT e.value FROM asked, json_each(asked.j, '$.words') e
			UNION SELECT u.phone FROM asked JOIN users u ON u.id = asked.j ->> '$.userId'
			UNION SELECT u.email FROM asked JOIN users u ON u.id = asked.j ->> '$.userId')
		UNION SELECT id FROM members
			WHERE name = (SELECT j ->> '$.name' FROM asked) AND birth_date = (SELECT j ->> '$.birthDate' FROM asked)
		UNION SELECT id FROM members WHERE national_id_hash = (SELECT j ->> '$.nationalIdHash' FROM asked)
	) found JOIN members m ON m.id = found.id
	WHERE m.merged_into IS NULL AND m.pseudonymised_at IS NULL
		AND m.user_id IS NOT (SELECT j ->> '$.userId' FROM asked) ORDER BY m.id ${limitTo(MOST)}`;

const askedBy = ({ phones, emails, ...rest }: Likeness): string =>
	JSON.stringify({ ...rest, words: [...phones.map((phone) => phone.replaceAll("-", "")), ...emails] });

export const candidatesFor = (of: Likeness): Select<{ id: number }> =>
	select(`WITH asked(j) AS (SELECT ?) ${LIKE}`, askedBy(of));

/** Refuses with `link_request.stale` when a record of the same person exists now: another user made it meanwhile. */
export const refuseLikeness = (of: Likeness): Write =>
	refuseWhere("link_request.stale", sql`EXISTS (WITH asked(j) AS (SELECT ${askedBy(of)}) ${sql.raw(LIKE)})`);

/** Inserts a request; `profile` is sealed for `sealId`. refuseApplicant (applications.ts) refuses a second open one. */
export const insertLinkRequest = (of: {
	userId: number;
	sealId: string;
	profile: string;
	candidates: readonly number[];
	at: number;
}): [Write] => [
	sql`INSERT INTO link_requests (user_id, seal_id, profile, candidates, created_at)
		VALUES (${of.userId}, ${of.sealId}, ${of.profile}, ${JSON.stringify(of.candidates)}, ${of.at})`,
];

export type LinkRef = { id: number; version: number };
/** The state of a request; `created`: as a new record; `withdrawn`: a refused request that its sender closed. */
export type LinkState = "open" | "linked" | "created" | "refused" | "withdrawn";
type Closed = {
	step: LinkStep;
	memberId: number | SQL<number> | null;
	reason: string | null;
	/** The mask that is kept of the national id sent with a request that was linked. */
	nationalIdMask?: string | null;
};

/** Refuses with `link_request.stale` a request that changed or was decided; stands before a decision's other writes. */
export const refuseDecided = ({ id, version }: LinkRef): Write =>
	refuseWhere(
		"link_request.stale",
		sql`NOT EXISTS (SELECT 1 FROM link_requests WHERE id = ${id} AND version = ${version} AND ${beginsIn("status", LINK_STEPS.link)})`,
	);

/**
 * Closes a request: empties the profile that was sent, leaves of a national id at most a mask, and unlinks the
 * certificate, whose file the caller keeps as a certificate of the member or deletes. Refuses with `link_request.stale`
 * a request that was changed or closed meanwhile.
 */
export const closeLinkRequest = (
	{ id, version }: LinkRef,
	{ step, memberId, reason, nationalIdMask = null, userId, at }: Closed & { userId: number | null; at: number },
): Write[] => [
	sql`UPDATE link_requests SET status = ${LINK_STEPS[step].to}, member_id = ${memberId}, reason = ${reason}, closed_by = ${userId},
			closed_at = ${at}, profile = '', certificate_file_id = NULL, national_id_mask = ${nationalIdMask}, version = version + 1
		WHERE id = ${id} AND version = ${version} AND ${beginsIn("status", LINK_STEPS[step])}`,
	guard("link_request.stale"),
];

/** A request as staff see it; `profile` is sealed, and "" once the request is closed. */
export type LinkRequestRow = {
	id: number;
	version: number;
	user_id: number;
	user_name: string;
	user_email: string | null;
	user_phone: string | null;
	seal_id: string;
	profile: string;
	status: LinkState;
	candidates: string; // JSON
	member_id: number | null;
	member_name: string | null;
	closed_by: string | null;
	closed_at: number | null;
	reason: string | null;
	created_at: number;
	/** JSON: the users in the family of the user who sent the request. */
	related: string;
	/** The certificate that was sent with it, while the request waits. */
	file_id: number | null;
	file_version: number | null;
	object_key: string | null;
	file_at: number | null;
};
/** SQL for the LinkState of a request `r`. */
const STATE = "iif(r.status = 'refused' AND r.closed_by IS r.user_id, 'withdrawn', r.status) AS status";
const COLUMNS = `r.id, r.version, r.user_id, u.name AS user_name, u.email AS user_email, u.phone AS user_phone, r.seal_id,
	r.profile, ${STATE}, r.candidates, r.member_id, m.name AS member_name, c.name AS closed_by, r.closed_at, r.reason, r.created_at,
	f.id AS file_id, f.version AS file_version, f.object_key, f.created_at AS file_at, ${relatedToLogin("r.user_id")} AS related`;
const FROM = `FROM link_requests r JOIN users u ON u.id = r.user_id LEFT JOIN members m ON m.id = r.member_id
	LEFT JOIN users c ON c.id = r.closed_by`;

export const linkRequest = (id: number): Select<LinkRequestRow> =>
	selectOne(
		`SELECT ${COLUMNS} ${FROM} LEFT JOIN files f ON f.id = r.certificate_file_id AND f.deleted_at IS NULL WHERE r.id = ?`,
		id,
	);

/** A member record that may belong to the user who sent a request; `is_found` is 0 when staff typed its number. */
export type CandidateRow = {
	id: number;
	version: number;
	user_id: number | null;
	user_name: string | null;
	guardian_name: string | null;
	status: MemberStatus;
	birth_date: string | null;
	national_id_hash: string | null;
	national_id_mask: string | null;
	has_diagnosis_note: 0 | 1;
	is_found: 0 | 1;
	[field: string]: string | number | null;
};

/**
 * Selects the unmerged member records that a request may belong to: those stored in its column `candidates`, and the
 * record with the member number (old or present) that staff typed.
 */
export const candidatesOf = (id: number, memberNo: string): Select<CandidateRow> =>
	select(
		`SELECT m.id, m.version, m.user_id, u.name AS user_name, ${guardianNames()} AS guardian_name, m.status, ${columnsOf("m")}, ${TYPE_OF_RECORD},
			m.national_id_hash, m.national_id_mask, m.diagnosis_note IS NOT NULL AS has_diagnosis_note,
			m.id IN (SELECT value FROM link_requests r, json_each(r.candidates) WHERE r.id = ?1) AS is_found
		FROM members m LEFT JOIN users u ON u.id = m.user_id
		WHERE m.merged_into IS NULL AND (m.id IN (SELECT value FROM link_requests r, json_each(r.candidates) WHERE r.id = ?1)
			OR m.id = (SELECT coalesce(x.merged_into, x.id) FROM member_numbers n JOIN members x ON x.id = n.member_id
				WHERE n.member_no = ?2))
		ORDER BY is_found, m.user_id IS NOT NULL, m.id`,
		id,
		memberNo,
	);

/** One of the requests that have waited longest, with the number of all. `found` is how many records are alike. */
export type OldestLink = { id: number; name: string; found: number; since: number; waiting: number };
export const oldestLinks = (most: number): Select<OldestLink> =>
	select(
		`SELECT r.id, u.name, json_array_length(r.candidates) AS found, r.created_at AS since, count(*) OVER () AS waiting
		FROM link_requests r JOIN users u ON u.id = r.user_id WHERE r.status = 'open' ORDER BY r.created_at, r.id ${limitTo(most)}`,
	);

export const LINKS_PER_PAGE = 20;
export type LinkListRow = Pick<
	LinkRequestRow,
	| "id"
	| "user_name"
	| "user_email"
	| "user_phone"
	| "status"
	| "member_id"
	| "member_name"
	| "created_at"
	| "closed_at"
	| "closed_by"
> & { found: number };
const ORDER = orders(
	{
		applicant: "u.name",
		sent: "r.created_at",
		found: "found",
		result: [placeOf("r.status", LINK_STATES), "r.closed_by IS r.user_id"],
		member: "m.name",
		closed: "r.closed_at",
	},
	"r.id",
);
export const LINK_SORTS = ORDER.sorts;
export type LinkFilter = { open: boolean; q: string; page: number; sort: (typeof LINK_SORTS)[number] };

/** Selects one page of the requests that fit `q`, waiting or closed, in an order, and counts them. */
export function linkRequests({
	open,
	q,
	page,
	sort,
}: LinkFilter): [Select<LinkListRow>, Select<{ total: number; waiting: number }>] {
	const where = `WHERE r.status ${open ? "=" : "<>"} 'open' AND (?1 = '' OR instr(u.name, ?1) > 0 OR u.phone = ?1 OR u.email = lower(?1))`;
	return [
		select(
			`SELECT r.id, u.name AS user_name, u.email AS user_email, u.phone AS user_phone, ${STATE}, r.member_id, m.name AS member_name,
				r.created_at, r.closed_at, c.name AS closed_by, json_array_length(r.candidates) AS found
			${FROM} ${where} ${ORDER.by(sort)} ${limitTo(LINKS_PER_PAGE, (page - 1) * LINKS_PER_PAGE)}`,
			q,
		),
		select(
			`SELECT (SELECT count(*) FROM link_requests r JOIN users u ON u.id = r.user_id ${where}) AS total,
				(SELECT count(*) FROM link_requests WHERE status = 'open') AS waiting`,
			q,
		),
	];
}
