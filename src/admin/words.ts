/** THE words: what codes are called on the screen. Texts of a single page stand on that page. */
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

/** What the audit log calls each kind of record. */
const RECORDS: Readonly<Record<string, { words: string; place?: number }>> = merged("records");

/** The kinds of record that the audit log names. */
export const nounWords = (type: string): string => RECORDS[type]?.words ?? type;
/** Whether the log has records of this kind. */
export const isNoun = (type: string): boolean => Object.hasOwn(RECORDS, type);

/** The kinds of record that the audit page offers to look for. */
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
	webhooks: "Webhook 寄送",
};
/** The actors without a user that the audit page offers as a filter. */
export const KNOWN_ACTORS = Object.entries(ACTORS).map(([value, label]) => ({ value, label }));
/** Returns in words who acted when it was not a signed-in user. */
export const actorWords = (actor: string): string => ACTORS[actor] ?? actor;
