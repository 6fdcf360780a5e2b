import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { Hanging } from "#db/shell/waits.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import type { VNode } from "#ui/html.ts";
import { type Item, items } from "#ui/items.ts";
import { status } from "#ui/status.ts";

const { finance, payments, certificates, tasks } = paths.admin;

/** The words for the kinds of work that wait for a user. */
const HANGING: Record<Hanging["kind"], string> = {
	deputies: "指定的代理人",
	stands_in: "代理他人",
	approve_cashier: "待出納審核的支出申請",
	approve_accountant: "待會計審核的支出申請",
	approve_chair: "待理事長核准的支出申請",
	pay: "已核准待付款的支出申請",
	unpay: "待確認的退匯",
	post: "待入帳的支出申請",
	mend: "退回給本人補正的支出申請",
	drafts: "尚未送出的支出申請",
	payments: "等候核對的收款",
	certificates: "等候審查的身障證明",
	tasks: "未完成的任務",
	forms: "網站內容的未儲存草稿",
};

/** Returns the work that waits for a user in one line; undefined when there is none. */
export const hangingWords = (list: readonly Hanging[]): string | undefined =>
	list.length > 0 ? list.map(({ kind, count }) => `${HANGING[kind]} ${count} 件`).join("、") : undefined;

const FINANCE_STATE: Partial<Record<Hanging["kind"], string>> = {
	approve_cashier: "pending_cashier",
	approve_accountant: "pending_accountant",
	approve_chair: "pending_chair",
	pay: "approved",
	unpay: "paid",
	post: "paid",
};

/**
 * Returns the list page of a kind of waiting work; undefined when the current user may not open it, or only its owner
 * sees that work.
 */
function hrefOf(kind: Hanging["kind"], userId: number, who: Visitor): string | undefined {
	const state = FINANCE_STATE[kind];
	if (state) return allows("finance_all", who) ? `${finance.list()}?state=${state}` : undefined;
	if (kind === "payments" && allows("payments_verify", who)) return payments.queue();
	if (kind === "certificates" && allows("certificates", who)) return certificates.list();
	if (kind === "tasks" && allows("tasks_manage", who)) return `${tasks.list()}?assignee=${userId}`;
	return undefined;
}

/** Returns who can take over a kind of waiting work; for work that only its owner can do, what to do instead. */
function nextWords({ kind, others }: Hanging): Item["sub"] {
	if (others === 0) return [status({ word: "沒有其他人可以處理", tone: "danger" }), " 請先調整角色，或請本人處理完"];
	if (others !== null) return `另有 ${others} 位可以接手`;
	if (kind === "tasks") return "請改派給其他人";
	if (kind === "mend" || kind === "drafts") return "只有本人能補正或送出；別人可以複製為新單";
	return kind === "forms" ? "別人看不到，需要時請本人先儲存" : undefined;
}

/**
 * Draws the work that waits for a user and must be taken over; false when there is none. Deputyships have cards of
 * their own.
 */
export function hangingCard(
	rows: readonly Hanging[],
	{ userId, who }: { userId: number; who: Visitor },
): VNode | false {
	const work = rows.filter(({ kind }) => kind !== "deputies" && kind !== "stands_in");
	return (
		work.length > 0 &&
		card(
			{ title: "等候處理的事", flush: true },
			items(
				work.map((row) => ({
					title: HANGING[row.kind],
					href: hrefOf(row.kind, userId, who),
					sub: nextWords(row),
					end: `${row.count} 件`,
				})),
			),
		)
	);
}
