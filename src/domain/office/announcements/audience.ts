import { ALL_MEMBERSHIP_TYPES, type MembershipType } from "#domain/people/members/codes.ts";
import { MEMBERSHIP_TYPE_LABELS } from "#kernel/membership-types.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Permission } from "#permissions.ts";

/** Whom an announcement is for, as the table holds it: `public`, `members`, `type:<membership type>`, `staff:<role>`. */
export type Audience =
	| { kind: "public" | "members" }
	| { kind: "type"; type: MembershipType }
	| { kind: "staff"; role: string };

/** Reads an audience; undefined for what is none. Whether its role exists only the database knows. */
export function audienceOf(code: string): Audience | undefined {
	if (code === "public" || code === "members") return { kind: code };
	const [, kind, rest = ""] = /^(type|staff):([a-z][a-z0-9_]*)$/.exec(code) ?? [];
	if (kind === "staff") return rest === "member" ? undefined : { kind, role: rest };
	const type = kind === "type" ? ALL_MEMBERSHIP_TYPES.find((one) => one === rest) : undefined;
	return type && { kind: "type", type };
}

export const isForStaff = (code: string): boolean => audienceOf(code)?.kind === "staff";

/** A role that may be written to, by its code. */
export type AudienceRole = { code: string; name: string };

/** What an audience is called; of a role that is gone, its code. */
export function audienceWords(code: string, roles: readonly AudienceRole[]): string {
	const audience = audienceOf(code);
	switch (audience?.kind) {
		case "public":
			return "公開";
		case "members":
			return "全體會員";
		case "type":
			return MEMBERSHIP_TYPE_LABELS[audience.type];
		case "staff":
			return `工作人員：${roles.find((role) => role.code === audience.role)?.name ?? audience.role}`;
		default:
			return code;
	}
}

type Holds = ReadonlySet<Permission>;

/** Whoever manages members' and staff's announcements sees every one; who only publishes sees those for everybody. */
export const seesAllAnnouncements = (held: Holds): boolean => held.has("announcements.manage");

/** Whether one may write for an audience: what everybody sees needs `announcements.publish`. */
export const mayWriteFor = (held: Holds, audience: string): boolean =>
	held.has(audience === "public" ? "announcements.publish" : "announcements.manage");

/** Refuses `announcement.needs_publish` and `announcement.needs_manage`. */
export function refuseAudience(held: Holds, audience: string): void {
	if (mayWriteFor(held, audience)) return;
	throw new Refusal(audience === "public" ? "announcement.needs_publish" : "announcement.needs_manage");
}
