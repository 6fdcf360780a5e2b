import type { Parts } from "#ui/islands/parts.ts";
import bank from "./bank-desk.ts";
import finance from "./finance-review.ts";

/** Starts the keys of a desk at which one thing after the other is decided. */
export default function start(root: HTMLElement, { of }: Parts["desk"]): void {
	({ bank, finance })[of](root);
}
