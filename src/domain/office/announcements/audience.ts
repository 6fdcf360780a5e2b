import { Refusal } from "#kernel/refusal.ts";
import type { Permission } from "#permissions.ts";

/**
 * The audience of an announcement; its stored codes are `public`, `members`, `type:<membership type>`, `group:<id>` and
 * `segment:<id>` (the members who are in a group, or fit a segment, on the day) and `staff:<role>`.
 */
export type Audience =
	| { kind: "public" | "members" }
	| { kind: "type"; type: string }
	| { kind: "group" | "segment"; id: number }
	| { kind: "staff"; role: string };

/**
 * Reads the code of an audience; undefined for an invalid code. It does not check that the type, the role, the group or
 * the segment exists.
 */
export function audienceOf(code: string): Audience | undefined {
	if (code === "public" || code === "members") return { kind: code };
	const [, named, id] = /^(group|segment):([1-9]\d{0,14})$/.exec(code) ?? [];
	if (named === "group" || named === "segment") return { kind: named, id: Number(id) };
	const [, kind, rest = ""] = /^(type|staff):([a-z][a-z0-9_]*)$/.exec(code) ?? [];
	if (kind === "staff") return rest === "member" ? undefined : { kind, role: rest };
	return kind === "type" ? { kind, type: rest } : undefined;
}

export const isForStaff = (code: string): boolean => audienceOf(code)?.kind === "staff";

/**
 * A membership type, role, group or segment that can be an audience, by the code of that audience; `is_open`: whether it
 * can be chosen anew.
 */
export type NamedAudience = { code: string; name: string; is_open: 0 | 1 };

/** Returns the name of an audience. One that is not in `named` (it was deleted) is named by its code. */
export function audienceWords(code: string, named: readonly Pick<NamedAudience, "code" | "name">[]): string {
	const name = named.find((one) => one.code === code)?.name;
	const audience = audienceOf(code);
	switch (audience?.kind) {
		case "public":
			return "公開";
		case "members":
			return "全體會員";
		case "type":
			return name ?? audience.type;
		case "group":
			return `群組：${name ?? audience.id}`;
		case "segment":
			return `條件名單：${name ?? audience.id}`;
		case "staff":
			return `工作人員：${name ?? audience.role}`;
		default:
			return code;
	}
}

type Holds = ReadonlySet<Permission>;

/**
 * Whether a user sees all announcements: only users with `announcements.manage` do. Users with `announcements.publish`
 * alone see the public ones.
 */
export const seesAllAnnouncements = (held: Holds): boolean => held.has("announcements.manage");

/**
 * Whether a user may write for an audience: for the public with `announcements.publish`, for any other audience with
 * `announcements.manage`.
 */
export const mayWriteFor = (held: Holds, audience: string): boolean =>
	held.has(audience === "public" ? "announcements.publish" : "announcements.manage");

/**
 * Refuses, as `announcement.needs_publish` or `announcement.needs_manage`, an audience that the user may not write for.
 */
export function refuseAudience(held: Holds, audience: string): void {
	if (mayWriteFor(held, audience)) return;
	throw new Refusal(audience === "public" ? "announcement.needs_publish" : "announcement.needs_manage");
}
