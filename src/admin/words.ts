/** The words for codes on the screen. Texts of a single page stand on that page. */
import { inOrder, mapped, type PermissionGroup } from "#kernel/noun.ts";
import { merged } from "#nouns.ts";
import { DECLARED, type Permission } from "#permissions.ts";

export const PERMISSION_GROUP_WORDS: Record<PermissionGroup, string> = {
	members: "會員",
	office: "會務",
	dues: "會費與收款",
	finance: "財務",
	website: "官網",
	system: "系統",
	self: "會員專區",
};

export const PERMISSION_WORDS: Readonly<Record<Permission, string>> = mapped(DECLARED, ({ words }) => words);

/** The audit log's words for the kinds of records. */
const RECORDS: Readonly<Record<string, { words: string; place?: number }>> = merged("records");

/** Returns the audit log's words for a kind of record; an unknown kind is returned as it is. */
export const nounWords = (type: string): string => RECORDS[type]?.words ?? type;
/** Returns whether the audit log has words for this kind of record. */
export const isNoun = (type: string): boolean => Object.hasOwn(RECORDS, type);

/**
 * The options of the audit page's filter by kind of record: the kinds that declare a `place`, in the order of the
 * places.
 */
export const KNOWN_KINDS = inOrder(
	Object.entries(RECORDS).flatMap(([value, { words, place }]) =>
		place === undefined ? [] : [{ value, label: words, place }],
	),
).map(({ value, label }) => ({ value, label }));

const ACTORS: Record<string, string> = {
	cron: "系統排程",
	operator: "系統維運",
	import: "匯入",
	visitor: "未登入的訪客",
	webhooks: "通知官網的送達",
};
/** The options of the audit page's filter by actor, for the actors that are not users, such as `cron`. */
export const KNOWN_ACTORS = Object.entries(ACTORS).map(([value, label]) => ({ value, label }));
/** Returns the words for an actor that is not a user; an unknown code is returned as it is. */
export const actorWords = (actor: string): string => ACTORS[actor] ?? actor;
