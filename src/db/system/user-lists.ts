import { orders, placeOf } from "#db/orders.ts";
import { limitTo, type Select, select } from "#db/read.ts";
import { identify } from "#domain/system/users/identifiers.ts";
import { USER_STATUSES, type UserStatus } from "#domain/system/users/schema.ts";
import { isStaff } from "./staff.ts";

/** The number of users on one page of the list. */
export const USERS_PER_PAGE = 50;

/** A user in the list. Times are UTC milliseconds; `roles` is a JSON list of names. */
export type UserListRow = {
	id: number;
	name: string;
	email: string | null;
	phone: string | null;
	status: UserStatus;
	has_second_factor: number;
	last_sign_in_at: number | null;
	roles: string;
};

/**
 * The condition of the filter: a part of the name, e-mail or phone, the status, a role, the second factor. NULL and ''
 * do not restrict.
 */
const WANTED = `WHERE (?1 = '' OR instr(lower(u.name), ?1) > 0 OR instr(u.email, ?1) > 0 OR (?2 <> '' AND instr(u.phone, ?2) > 0))
	AND (?3 IS NULL OR u.status = ?3)
	AND (?4 IS NULL OR EXISTS (SELECT 1 FROM user_roles x WHERE x.user_id = u.id AND x.role_id = ?4))
	AND (?5 IS NULL OR (u.totp_enabled_at IS NOT NULL) = ?5)`;

/** The filter, order and page of the list. */
export type UsersAsk = {
	q: string;
	status?: UserStatus | undefined;
	role?: number | undefined;
	second_factor?: "on" | "off" | undefined;
	sort: (typeof USER_SORTS)[number];
	page: number;
};

const ORDER = orders(
	{
		name: "u.name",
		login: "coalesce(u.email, u.phone)",
		state: placeOf("u.status", USER_STATUSES),
		second_factor: "u.totp_enabled_at IS NOT NULL",
		last_sign_in: "u.last_sign_in_at",
	},
	"u.id",
);
export const USER_SORTS = ORDER.sorts;

/** Selects the users of one page of `size` and counts all that fit, as two queries of one round trip. */
export function usersSelect(query: UsersAsk, size = USERS_PER_PAGE): [Select<UserListRow>, Select<{ total: number }>] {
	const q = query.q.normalize("NFKC").toLowerCase();
	const params = [q, digitsOf(query.q), query.status ?? null, query.role ?? null, flagOf(query.second_factor)];
	return [
		select(
			`SELECT u.id, u.name, u.email, u.phone, u.status, u.totp_enabled_at IS NOT NULL AS has_second_factor, u.last_sign_in_at,
				(SELECT json_group_array(r.name ORDER BY r.id) FROM user_roles x JOIN roles r ON r.id = x.role_id
					WHERE x.user_id = u.id) AS roles
			FROM users u ${WANTED} ${ORDER.by(query.sort)}
			${limitTo(size, (query.page - 1) * size)}`,
			...params,
		),
		select(`SELECT count(*) AS total FROM users u ${WANTED}`, ...params),
	];
}

/** Returns the digits of a phone number, whole or in part, in any spelling; '' for a text that is no phone number. */
function digitsOf(text: string): string {
	const whole = identify(text);
	if (whole?.kind === "phone") return whole.phone;
	const plain = text.normalize("NFKC");
	return /^[\d\s()+\-.]+$/.test(plain) ? plain.replace(/\D/g, "") : "";
}
const flagOf = (state: "on" | "off" | undefined): number | null =>
	state === undefined ? null : Number(state === "on");

/** A user as the user's page shows them. Times are UTC milliseconds; `roles` is JSON, {id, name, code}. */
export type UserRow = UserListRow & {
	version: number;
	has_password: number;
	/** Whether the user's roles give more than their own pages. */
	is_staff: number;
	totp_enabled_at: number | null;
	password_changed_at: number | null;
	created_at: number;
	/** The number of live sessions. */
	sessions: number;
	/** Until when the newest invitation's link and the activation code work; null when there is none. */
	invited_until: number | null;
	code_until: number | null;
	member_id: number | null;
	/** JSON list of the codes of the permissions that the roles give. */
	permissions: string;
};

const USER = `SELECT u.id, u.name, u.email, u.phone, u.status, u.version, u.totp_enabled_at, u.last_sign_in_at,
	u.password_changed_at, u.created_at, u.totp_enabled_at IS NOT NULL AS has_second_factor,
	u.password_hash IS NOT NULL AS has_password,
	(SELECT json_group_array(json_object('id', r.id, 'name', r.name, 'code', r.code) ORDER BY r.id)
		FROM user_roles x JOIN roles r ON r.id = x.role_id WHERE x.user_id = u.id) AS roles,
	${isStaff("u.id")} AS is_staff,
	(SELECT count(*) FROM sessions s WHERE s.user_id = u.id AND s.ended_at IS NULL
		AND s.session_version = u.session_version AND s.expires_at > ?2 AND s.last_seen_at + s.idle_ms > ?2) AS sessions,
	(SELECT max(l.expires_at) FROM one_time_links l WHERE l.user_id = u.id AND l.purpose = 'invitation'
		AND l.used_at IS NULL AND l.expires_at > ?2) AS invited_until,
	(SELECT max(c.expires_at) FROM one_time_codes c WHERE c.user_id = u.id AND c.purpose = 'activation'
		AND c.used_at IS NULL AND c.expires_at > ?2) AS code_until,
	(SELECT m.id FROM members m WHERE m.user_id = u.id) AS member_id,
	(SELECT json_group_array(DISTINCT p.permission) FROM user_roles x JOIN role_permissions p ON p.role_id = x.role_id
		WHERE x.user_id = u.id) AS permissions
	FROM users u WHERE u.id = ?1`;

/** Selects a user for the user's page, as of a time in UTC milliseconds. */
export const userSelect = (id: number, at: number): Select<UserRow> => select(USER, id, at);
