import type { SQL } from "drizzle-orm";
import { recordAudit } from "#db/audit.ts";
import { refuseParentLines } from "#db/books/accounts.ts";
import * as drafts from "#db/books/voucher-writes.ts";
import { insertLines, post, postVoucher, reverseVoucher } from "#db/books/vouchers.ts";
import { commit, type Db, type Write } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import { readRows } from "#db/read.ts";
import { selectSettings } from "#db/system/index.ts";
import type { Entry } from "#domain/books/ledger/postings.ts";
import { type Reviewer, reviewsAs } from "#domain/people/index.ts";
import { parseSettings } from "#domain/system/actions.ts";
import { keysOf } from "#domain/system/index.ts";
import type { By } from "#kernel/by.ts";
import { Refusal, type RefusalCode } from "#kernel/refusal.ts";
import { lastPostingDay } from "./days.ts";
import { sumsOf } from "./lines.ts";

/** A manual voucher: its head and its lines. `date` is YYYY-MM-DD. */
export type VoucherInput = drafts.VoucherHead & { lines: readonly Entry[] };
type Ref = drafts.VoucherRef;
/** A voucher to be written; with a `poster` it is also posted at once, in the name that this reviewer may act in. */
type Writing = { input: VoucherInput; poster?: Reviewer | undefined; by: By };

const LIMIT = selectSettings(keysOf("ledger"));
const limitIn = (rows: Parameters<typeof parseSettings>[1]): number =>
	parseSettings("ledger", rows).second_person_above;

type Large = { total: number; limit: number; other: number | null; code?: RefusalCode };
/**
 * Returns in whose name a user posts or reverses. Above the settings' amount (`limit`) it refuses, with `code`, the
 * user `other`, who wrote or posted the voucher.
 */
function actsAs(by: Reviewer, { total, limit, other, code = "voucher.second_person" }: Large) {
	const as = reviewsAs(by, total > limit && other !== null ? [other] : []);
	if (!as) throw new Refusal(code);
	return as;
}

const told = ({ date, turnsNextYear, resolution, lines }: VoucherInput) => ({
	date,
	turns_next_year: turnsNextYear,
	...(resolution && { resolution_no: resolution.no, resolution_on: resolution.on }),
	lines: lines.map(lineTold),
});
/** Returns a line for the audit log, without its memo, which may name a person. */
const lineTold = ({ account, debit, credit }: Entry): string =>
	debit > 0 ? `借 ${account} ${debit}` : `貸 ${account} ${credit}`;

type Posting = { as: { onBehalfOf: number | null }; by: By };
const audited = (db: Db, action: string, { id, onBehalfOf = null, by, ...more }: Told): Write[] =>
	recordAudit(db, {
		...by,
		action: `voucher.${action}`,
		auditableType: "voucher",
		auditableId: id,
		description: typeof id === "number" ? `voucher ${id}` : "manual voucher",
		onBehalfOf,
		...more,
	});
type Told = {
	id: Parameters<typeof recordAudit>[1]["auditableId"];
	onBehalfOf?: number | null;
	changes?: Record<string, unknown>;
	by: By;
};

/** Returns the writes that post a manual voucher, with the check that its day may be posted on. */
const posting = (db: Db, id: SQL<number> | number, { as, by }: Posting): Write[] => [
	refuseParentLines(id),
	...drafts.refuseDay(id, lastPostingDay(by.at)),
	post(id, by),
	...audited(db, "post", { id, by, ...as }),
];

/** Returns in whose name the poster may post a voucher that the poster writes; undefined without a poster. */
async function ownPosting(db: Db, { input, poster, by }: Writing): Promise<Posting["as"] | undefined> {
	if (!poster) return undefined;
	const [settings] = await readRows(db.$client, LIMIT);
	return actsAs(poster, { total: sumsOf(input.lines).debit, limit: limitIn(settings), other: by.userId });
}

/**
 * Makes a manual voucher, once per form `key`; returns its id. A draft need not balance; posting refuses
 * `voucher.unbalanced`, `ledger.period_closed`, `voucher.before_opening`, `voucher.too_late` (after this month),
 * `ledger.account_inactive`, `ledger.has_sub_accounts`, `voucher.fund_resolution` (money leaves 基金專戶 without one),
 * and `voucher.second_person` above the settings' amount.
 */
export async function createVoucher(db: Db, { key, ...writing }: Writing & { key: string }): Promise<number> {
	const { input, by } = writing;
	const as = await ownPosting(db, writing);
	const id = madeBy(key);
	return commitOnce(db, { key, at: by.at }, [
		drafts.insertDraft(input, by),
		insertLines(id, input.lines),
		...audited(db, "create", { id, changes: told(input), by }),
		...(as ? posting(db, id, { as, by }) : []),
	]);
}

/** Changes a draft; a `poster` also posts it. Refuses `voucher.stale` (changed), and what `createVoucher` refuses. */
export async function editVoucher(db: Db, ref: Ref, writing: Writing): Promise<void> {
	const { input, by } = writing;
	const as = await ownPosting(db, writing);
	await commit(db, [
		...drafts.updateDraft(ref, input, by),
		insertLines(ref.id, input.lines),
		...audited(db, "edit", { id: ref.id, changes: told(input), by }),
		...(as ? posting(db, ref.id, { as, by }) : []),
	]);
}

/** Deletes a draft. Refuses `voucher.stale` when it changed or was posted meanwhile. */
export const removeDraft = (db: Db, ref: Ref, by: By): Promise<void> =>
	commit(db, [...drafts.deleteDraft(ref), ...audited(db, "delete", { id: ref.id, by })]);

type Deciding = { ref: Ref; poster: Reviewer; by: By };

async function standing(db: Db, { id, version }: Ref): Promise<{ voucher: drafts.VoucherStanding; limit: number }> {
	const [[voucher], settings] = await readRows(db.$client, drafts.voucherStanding(id), LIMIT);
	if (voucher?.version !== version) throw new Refusal("voucher.stale");
	return { voucher, limit: limitIn(settings) };
}

/** Posts a draft, which must be as the user saw it. Refuses `voucher.stale`, and what `createVoucher` refuses. */
export async function postDraft(db: Db, { ref, poster, by }: Deciding): Promise<void> {
	const { voucher, limit } = await standing(db, ref);
	const as = actsAs(poster, { total: voucher.total, limit, other: voucher.author });
	await commit(db, [drafts.draftAsSeen(ref), ...posting(db, ref.id, { as, by })]);
}

/**
 * 沖銷: reverses a manual voucher on `date`; returns the reversal's id. Above the settings' amount another user than its
 * poster must do so (`voucher.reversal_second_person`), also `second`, 理事長 or 監事. Refuses `voucher.stale` (changed
 * meanwhile), `voucher.too_early` (`date` before the voucher's), `voucher.own_source` (another record made it),
 * `voucher.not_reversible` (a reversal or a draft), `voucher.reversed` (already), `ledger.period_closed` (month), and
 * `voucher.reversal_sub_account` (a line is on a cash account that has several sub-accounts now).
 */
export async function reverseManual(
	db: Db,
	{ ref, date, reason, poster, second, by }: Deciding & { date: string; reason: string; second?: Reviewer },
): Promise<number> {
	const { voucher, limit } = await standing(db, ref);
	if (voucher.source === "reversal" || voucher.state === "draft") throw new Refusal("voucher.not_reversible");
	if (voucher.source !== "manual") throw new Refusal("voucher.own_source");
	if (voucher.reversed === 1) throw new Refusal("voucher.reversed");
	if (date < voucher.date) throw new Refusal("voucher.too_early");
	const code = "voucher.reversal_second_person";
	const isSecond = poster.standsFor.length === 0 && voucher.total > limit && second !== undefined;
	const as = actsAs(isSecond ? second : poster, { total: voucher.total, limit, other: voucher.posted_by, code });
	await commit(db, [
		...reverseVoucher({ voucherId: ref.id }, { date, description: `沖銷 ${voucher.number}：${reason}`, by }),
		...audited(db, "reverse", { id: ref.id, changes: { date, reason }, by, ...as }),
	]).catch(saidAs("ledger.cash_sub_account", "voucher.reversal_sub_account"));
	const [[made]] = await readRows(db.$client, drafts.reversalOf(ref.id));
	return made?.id ?? ref.id;
}

/** Returns a `catch` handler that replaces the refusal code `code` by `better`, whose words fit the user's action. */
const saidAs = (code: RefusalCode, better: RefusalCode) => (error: unknown) => {
	throw error instanceof Refusal && error.code === code ? new Refusal(better) : error;
};

type Opening = {
	date: string;
	lines: readonly Entry[];
	seen: number;
	/** True for 理事長 or 監事 who do not post: such a user may only correct an opening that another posted. */
	isSecond?: boolean;
	by: By;
};

/**
 * 開帳: posts what every account held when the books began. `seen` is the voucher that it replaces (0 for none), which
 * is reversed on its own day. Refuses `voucher.stale` when another opening was posted meanwhile, closed months, lines
 * that do not balance; `voucher.opening_too_late` on a day after this month, or later than an existing voucher;
 * `voucher.opening_second_person` when, above the settings' amount and once the books hold more, the user who posted it
 * replaces it, and for a first one by a user who does not post.
 */
export async function openBooks(db: Db, { date, lines, seen, isSecond = false, by }: Opening): Promise<number> {
	const [[now], [last]] = await readRows(db.$client, drafts.openingStanding(), drafts.openingsSoFar());
	if ((now?.id ?? 0) !== seen) throw new Refusal("voucher.stale");
	if (isSecond && (!now || now.posted_by === by.userId)) throw new Refusal("voucher.opening_second_person");
	if (date > lastPostingDay(by.at)) throw new Refusal("voucher.opening_too_late");
	const opening = { source: "opening", id: 0, seq: (last?.seq ?? 0) + 1 } as const;
	const writes = [
		drafts.refuseOpeningAfter(date),
		...(now ? reverseVoucher({ voucherId: now.id }, { date: now.date, description: "沖銷開帳：更正金額", by }) : []),
		...postVoucher({ ...opening, date, description: "開帳", lines }, by),
		...recordAudit(db, {
			...by,
			action: "ledger.open",
			auditableType: "ledger",
			auditableId: "opening",
			description: `opening ${opening.seq}`,
			changes: { date, lines: lines.map(lineTold) },
		}),
	];
	await commit(db, writes).catch(saidAs("voucher.second_person", "voucher.opening_second_person"));
	const [[made]] = await readRows(db.$client, drafts.openingStanding());
	return made?.id ?? 0;
}
