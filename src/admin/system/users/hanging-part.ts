import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { Hanging } from "#db/shell/waits.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import type { VNode } from "#ui/html.ts";
import { type Item, items } from "#ui/items.ts";
import { status } from "#ui/status.ts";
import { HANGING } from "./words.ts";

const { finance, payments, certificates, tasks } = paths.admin;

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
