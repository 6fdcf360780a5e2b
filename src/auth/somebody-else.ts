import { allows, type Gate } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import { readRows } from "#db/read.ts";
import { concernedBy, type Holding, holdingToday } from "#db/shell/index.ts";
import { SOMEBODY_ELSE, type SomebodyElse, StoredCodes } from "#domain/system/index.ts";
import type { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { DEPUTISED, type Permission } from "#permissions.ts";

const MOST = 6;
const ALWAYS = "confirmations.decide";
const RULES: Partial<Record<string, SomebodyElse>> = SOMEBODY_ELSE;
/**
 * By gate: the permissions whose holders are meant to pass it. The chair (理事長) and the supervisors (監事) pass these
 * gates only when no holder of the permissions can act.
 */
const STRANDED: Partial<Record<Gate, readonly Permission[]>> = {
	payments_decide: ["payments.verify"],
	finance_review: [
		"finance.review.cashier",
		"finance.review.accountant",
		"finance.review.secretary",
		"finance.review.chair",
	],
	finance_payment: ["finance.pay"],
	finance_post: ["ledger.post"],
};
type Held = ReadonlySet<Permission>;
type Sent = { env: { DB: D1Database }; who: Visitor | undefined; gate: Gate; path: string; at: number };

/**
 * Returns a sentence, to follow a refusal's own words, that names the users who can do today what was refused to this
 * staff user, or whom to ask when nobody can. Returns "" without reading the database when RULES has no rule for the
 * refusal, or when the user or the page is not one of staff.
 */
export async function somebodyElse({ code, step }: Refusal, { env, who, gate, path, at }: Sent): Promise<string> {
	const rule = RULES[code];
	if (!rule || !who?.isStaff || !path.startsWith("/admin")) return "";
	const today = dateInTaipei(at);
	const [holding, concerned] = await readRows(env.DB, holdingToday(today), concernedBy({ path, gate, today }));
	const out = [who.userId, ...concerned.map(({ user_id }) => user_id)];
	const others = holding.filter(
		(one) => !out.includes(one.user_id) && (one.instead_of === null || !out.includes(one.instead_of)),
	);
	const by = step ?? rule.by ?? STRANDED[gate];
	const takes = (held: Held): boolean => (by ? by.some((one) => held.has(one)) : allows(gate, { permissions: held }));
	const isOf = (one: Permission | undefined): boolean => one !== undefined && takes(new Set([one]));
	const seconds = (held: Held): boolean => held.has(ALWAYS);
	const can = namesOf(others, isOf(rule.always) ? (held) => takes(held) || seconds(held) : takes);
	const isAway = (one: Holding): boolean =>
		one.instead_of === null && holding.some(({ instead_of }) => instead_of === one.user_id);
	const there = others.filter((one) => !isAway(one));
	const isAlone = STRANDED[gate] ? namesOf(there, takes).length === 0 : can.length === 0 && isOf(rule.alone);
	const named = isAlone ? [...new Set([...can, ...namesOf(others, seconds)])] : can;
	if (named.length > 0) return `可以處理的人：${listed(named)}。`;
	const admins = namesOf(
		holding.filter((one) => one.user_id !== who.userId),
		(held) => held.has("users.manage"),
	);
	return `目前沒有別人可以處理，請${admins.length > 0 ? `系統管理員（${listed(admins)}）` : ""}把這項權限交給另一位同仁。`;
}

/**
 * Returns the names of the users whose permissions satisfy `may`, by their own permissions or only together with those
 * of a user whose deputy they are; the latter user is then named too.
 */
function namesOf(holding: readonly Holding[], may: (held: Held) => boolean): string[] {
	const heldBy = ({ permissions }: Holding): Permission[] => StoredCodes.parse(permissions);
	const own = new Map(holding.filter((one) => one.instead_of === null).map((one) => [one.user_id, heldBy(one)]));
	return holding.flatMap((one) => {
		const theirs = own.get(one.user_id) ?? [];
		if (one.instead_of === null) return may(new Set(theirs)) ? [one.name] : [];
		const lent = heldBy(one).filter((code) => DEPUTISED.includes(code));
		return !may(new Set(theirs)) && may(new Set([...theirs, ...lent]))
			? [`${one.name}（代理${one.instead_of_name}）`]
			: [];
	});
}

const listed = (names: readonly string[]): string =>
	names.slice(0, MOST).join("、") + (names.length > MOST ? ` 等 ${names.length} 人` : "");
