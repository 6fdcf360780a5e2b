import { type Step, workflow } from "#kernel/steps.ts";

/** The states of a manual voucher: `reversed` is a posted one that a posted voucher reverses (`reverses_id`). */
const VOUCHER_STATES = ["draft", "posted", "reversed"] as const;
export type VoucherState = (typeof VOUCHER_STATES)[number];
export const voucherState = (of: { state: "draft" | "posted"; reversed_by_id: number | null }): VoucherState =>
	of.reversed_by_id === null ? of.state : "reversed";

/**
 * The only table of the steps of a manual voucher (docs/workflows.md#vouchers). Above the settings' amount a step needs
 * a second person, which `actsAs` of the actions checks: only then may `confirmations.decide` reverse.
 */
export const VOUCHER_STEPS = {
	post: { from: ["draft"], to: "posted", by: ["ledger.post"], label: "過帳", press: "過帳", done: "已過帳。" },
	reverse: {
		from: ["posted"],
		to: "reversed",
		by: ["ledger.post", "confirmations.decide"],
		asks: ["date", "reason"],
		label: "沖銷",
		press: "沖銷這張傳票",
		done: "已沖銷。",
	},
} as const satisfies Record<string, Step<VoucherState>>;
export const MANUAL_VOUCHERS = workflow<VoucherState, keyof typeof VOUCHER_STEPS, Step<VoucherState>>({
	states: VOUCHER_STATES,
	steps: VOUCHER_STEPS,
	refusal: "voucher.not_reversible",
});
