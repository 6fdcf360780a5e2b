import type { IslandProps } from "#ui/islands/registry.ts";
import { turnVoucher, vouchers, zoomVoucher } from "./finance-vouchers.ts";
import { letterKeys } from "./letter-keys.ts";
import { opened, sent } from "./turning.ts";
import type { Draw } from "./wake.ts";

export { default } from "#ui/islands/review-queue.island.ts";

/** What is not decided by a key before it was read. */
const WARNED = "main .notice:is(.warn,.danger)";
/**
 * What an approval asks for: the last day of a certificate, and the accounts of a request. Enter there approves also
 * where a budget item stands for the account.
 */
const LACKING = ":is(:has([value=date]:checked) [name=valid_until],[name=account]):placeholder-shown";
const REASONS = "#rejection [name^=reason], #decision [name=comment]";

/**
 * Works off a queue without loading pages: a decision is sent and a link of the queue opened by a request, and what the
 * server answers takes the place of what was there. J and K go to the next and previous record (where no vouchers are
 * turned by them, the arrows too), A approves, R goes to the reason of a return.
 */
export function wake(root: HTMLElement, first: IslandProps<"review-queue">, draw: Draw<"review-queue">): void {
	let now = first;
	const queue = {
		root,
		show: (props: Partial<typeof now>): void => {
			now = { ...now, state: undefined, ...props };
			draw(now);
		},
		ready: () => begin(root, isOn),
	};
	const turn = (step: "after" | "before"): boolean => {
		const link = document.querySelector<HTMLAnchorElement>(`a[data-step=${step}]`);
		link?.click();
		return link !== null;
	};
	const arrow = (step: "after" | "before") => () =>
		now.name === "finance" ? turnVoucher(root, step === "after" ? 1 : -1) : turn(step);
	const isOn = letterKeys(root, `${first.name}-keys`, {
		j: () => turn("after"),
		k: () => turn("before"),
		a: () => approve(root),
		r: () => reject(root),
		arrowright: arrow("after"),
		arrowleft: arrow("before"),
		"+": () => zoomVoucher(root, 1),
		"=": () => zoomVoucher(root, 1),
		"-": () => zoomVoucher(root, -1),
	});
	vouchers(root);
	root.addEventListener("submit", (event) => sent(event, queue));
	// The links of the page's head turn the queue as well.
	document.addEventListener("click", (event) => {
		const link = event.target instanceof Element ? event.target.closest("a") : null;
		const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.defaultPrevented;
		if (!link || !isPlain || !root.isConnected) return;
		if (link.matches("[data-step], [data-turn]")) opened(event, link.href, queue);
		else if (link.matches("[data-reject]") && reject(root)) event.preventDefault();
	});
	// Enter held down would approve one record after the other.
	root.addEventListener("keydown", (event) => {
		if (event.key === "Enter" && event.repeat) event.preventDefault();
	});
	if (document.activeElement === document.body) begin(root, isOn);
}

/** Gives the focus to the button that approves, where Enter may press it at once; returns whether it did. */
function begin(root: HTMLElement, isOn: () => boolean): boolean {
	const press = root.querySelector<HTMLElement>("[data-approve=enter]");
	if (!press || !isOn() || document.querySelector(WARNED)) return false;
	press.focus({ preventScroll: true });
	return true;
}

/** Presses the button that approves; where something must be read or typed first, only leads there. */
function approve(root: HTMLElement): boolean {
	const lacking = root.querySelector<HTMLElement>(LACKING);
	const press = lacking ?? root.querySelector<HTMLElement>("[data-approve]");
	if (lacking || document.querySelector(WARNED)) press?.focus();
	else press?.click();
	return press !== null;
}

/** Opens the fields of a return and gives the focus to the first reason. */
function reject(root: HTMLElement): boolean {
	const field = root.querySelector<HTMLElement>(REASONS);
	const around = field?.closest("details");
	if (around) around.open = true;
	field?.focus();
	return field !== null;
}
