import type { Context } from "hono";
import * as z from "zod";
import { openToken } from "#auth/tokens.ts";
import { type MenuCounts, readVisitor, type Visited } from "#db/shell/index.ts";
import { type ListViewRow, openedWork, touchSession } from "#db/system/index.ts";
import { readSigners, type Signing, secretaryIn, type WorkRow } from "#domain/system/index.ts";
import type { App } from "#http/context.ts";
import { readCookie } from "#http/cookies.ts";
import type { Calendar } from "#kernel/calendar.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { isPermission, isStaff, type Permission } from "#permissions.ts";

/** A user whose deputy the visitor is today, with the permissions that the visitor gets from the deputyship. */
export type Deputised = { userId: number; name: string; permissions: readonly Permission[] };

/** The signed-in user behind a request. Times are UTC milliseconds. */
export type Visitor = {
	sid: string;
	userId: number;
	name: string;
	roles: readonly string[];
	/** The user's own permissions and those that the user holds as a deputy today. */
	permissions: ReadonlySet<Permission>;
	ownPermissions: ReadonlySet<Permission>;
	deputising: readonly Deputised[];
	isStaff: boolean;
	memberId: number | null;
	/** How many announcements to the user as a member are unread; 99 stands for 99 or more. */
	unread: number;
	hasSecondFactor: boolean;
	authenticatedAt: number;
	sessionVersion: number;
	/** The user's long work that runs, or ended and was not seen yet, newest first. */
	works: readonly WorkRow[];
	/** How many things wait for the user at each entry of the staff menu. */
	waits: MenuCounts;
	/** The kept views of the list that was opened; of other pages none. */
	views: readonly ListViewRow[];
};

/**
 * The settings that pages need whoever the user is: the association's short and full name, its logo, and whether a
 * second factor is required.
 */
export type Surroundings = {
	association: string;
	fullName: string;
	logoId: number | null;
	requiresSecondFactor: boolean;
	/** Who signs papers, and the titles of the secretary (null for none) and of the supervisors' representative. */
	titles: Signing & { supervisor: string };
	/** The years that are closed in the books; papers of other years say 未結帳. */
	closedYears: readonly number[];
	/** The calendar in which the pages of the staff write their dates. */
	calendar: Calendar;
};

const Settings = z.record(z.string(), z.string());
const Names = z.array(z.string());
const Years = z.array(z.int());
const Deputies = z.array(z.object({ userId: z.int(), name: z.string(), permissions: Names }));
/** The association's name until the settings have one. */
const UNNAMED = "病友協會";
const SEEN_EVERY_MS = 60_000;

/**
 * Reads, in one query, the user of the session that the cookie names (undefined when nobody is signed in) and the
 * settings that every page needs; with `list`, the address of a list, the views that are kept of it.
 */
export async function visit(
	c: Context<App>,
	at: number,
	list?: string,
): Promise<{ who: Visitor | undefined; surroundings: Surroundings }> {
	const cookie = readCookie(c, "session");
	const sid = cookie ? ((await openToken(c.env, "session", cookie)) ?? "") : "";
	const row = await readVisitor(c.env.DB, { sid, at, today: dateInTaipei(at), list });
	const surroundings = surroundingsOf(
		Settings.parse(JSON.parse(row.settings)),
		Years.parse(JSON.parse(row.closed_years)),
	);
	if (row.sid === null) return { who: undefined, surroundings };
	if (at - row.last_seen_at >= SEEN_EVERY_MS) c.executionCtx.waitUntil(touchSession(c.env.DB, row.sid, at));
	const who = visitorOf(row);
	// Whoever opens the page that shows what was done has seen that it is done; the file of an export is taken from here.
	const seen = who.works.find(
		({ kind, ended_at, href }) => kind !== "export" && ended_at !== null && href.split("?")[0] === c.req.path,
	);
	if (seen && c.req.method === "GET")
		c.executionCtx.waitUntil(openedWork(c.env.DB, { id: seen.id, userId: who.userId, at }));
	return { who, surroundings };
}

/**
 * Returns the association's names, its logo, whether a second factor is required and who signs papers, from the stored
 * settings, with the years that are closed; UNNAMED stands for a missing name.
 */
export const surroundingsOf = (
	settings: Record<string, string>,
	closedYears: readonly number[] = [],
): Surroundings => ({
	association: settings["association.short_name"] || settings["association.name"] || UNNAMED,
	fullName: settings["association.name"] || UNNAMED,
	logoId: Number(settings["association.logo_file_id"]) || null,
	requiresSecondFactor: settings["security.require_second_factor"] === "true",
	titles: {
		secretary: secretaryIn(settings["association.secretary_title"] || "秘書長"),
		signers: readSigners(settings["association.signers"]),
		supervisor: settings["association.supervisor_title"] || "監事會召集人",
	},
	closedYears,
	calendar: settings["association.calendar"] === "western" ? "western" : "roc",
});

function visitorOf(row: Exclude<Visited, { sid: null }>): Visitor {
	const own = Names.parse(JSON.parse(row.permissions)).filter(isPermission);
	const deputising = Deputies.parse(JSON.parse(row.deputising)).map((one) => ({
		...one,
		permissions: one.permissions.filter(isPermission),
	}));
	const permissions = new Set([...own, ...deputising.flatMap((one) => one.permissions)]);
	return {
		sid: row.sid,
		userId: row.user_id,
		name: row.name,
		roles: Names.parse(JSON.parse(row.roles)),
		permissions,
		ownPermissions: new Set(own),
		deputising,
		isStaff: isStaff(permissions),
		memberId: row.member_id,
		unread: row.unread,
		hasSecondFactor: row.has_second_factor === 1,
		authenticatedAt: row.authenticated_at,
		sessionVersion: row.session_version,
		works: JSON.parse(row.works),
		waits: row.waits,
		views: row.views,
	};
}
