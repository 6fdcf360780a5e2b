import type { Parts } from "#ui/islands/parts.ts";
import { letterKeys } from "./letter-keys.ts";

/** Neither a focus that the page gives is a touch, nor a pointer that rests where the page appears. */
const TOUCHES = ["pointermove", "touchstart", "keydown", "input"];
/** The links and buttons that only the island's code answers in the page; all others are the browser's. */
const ANSWERED = "a[data-step], a[data-turn], a[data-picture], button[data-zoom]";
/** What is not decided by a key before it was read. */
const WARNED = "main .notice.warn, main .notice.danger";
/**
 * What an approval asks for: the last day of a certificate, and the accounts of a request. Enter there approves also
 * where a budget item stands for the account.
 */
const LACKING = ":is(:has([value=date]:checked) [name=valid_until],[name=account]):placeholder-shown";
const REASONS = "#rejection [name^=reason], #decision [name=comment]";

type Press = () => void;

/**
 * The keys of a queue, and what stands on its page until the island's code has come with the first touch. J and K go to
 * the next and previous record (where no vouchers are turned by them, the arrows too), A approves, R goes to the reason
 * of a return. A key presses what a pointer would, or gives the focus at once, so that what is typed after it is typed there.
 */
export default function start(root: HTMLElement, { name }: Parts["review-keys"]): void {
	const answer = untilTouched(root);
	const press = (selector: string) => (): boolean => {
		const pressed = document.querySelector<HTMLElement>(selector);
		pressed?.click();
		return pressed !== null;
	};
	const arrow = (step: "after" | "before") =>
		name === "finance"
			? () => isFree(root) && answer(() => turnVoucher(root, step === "after" ? 1 : -1))
			: press(`a[data-step=${step}]`);
	const isOn = letterKeys(root, `${name}-keys`, {
		j: press("a[data-step=after]"),
		k: press("a[data-step=before]"),
		a: () => approve(root),
		r: () => reject(root),
		arrowright: arrow("after"),
		arrowleft: arrow("before"),
		"+": press("button[data-zoom=in]"),
		"=": press("button[data-zoom=in]"),
		"-": press("button[data-zoom=out]"),
	});
	// Enter held down would approve one record after the other.
	root.addEventListener("keydown", (event) => {
		if (event.key === "Enter" && event.repeat) event.preventDefault();
	});
	document.addEventListener("click", (event) => {
		const link = event.target instanceof Element ? event.target.closest("a[data-reject]") : null;
		if (link && isPlain(event) && root.isConnected && reject(root)) event.preventDefault();
	});
	// The island asks where the focus goes when another record has come.
	root.addEventListener("turned", (event) => {
		if (begin(root, isOn)) event.preventDefault();
	});
	if (document.activeElement === document.body) begin(root, isOn);
}

const isPlain = ({ ctrlKey, metaKey, shiftKey, defaultPrevented }: MouseEvent): boolean =>
	!ctrlKey && !metaKey && !shiftKey && !defaultPrevented;

/**
 * Loads the island's code with the first touch of the page, and keeps what is pressed for it until it runs. Without it
 * the page is left by the first press, as without scripts. Nothing in the fields is touched by either. Returns what
 * does a press: at once, or then.
 */
function untilTouched(root: HTMLElement): (press: Press) => true {
	const early = new AbortController();
	const { signal } = early;
	const presses: Press[] = [];
	let isLoading = false;
	const load = async (): Promise<void> => {
		if (isLoading) return;
		isLoading = true;
		let most = 1;
		try {
			const [{ start }] = await Promise.all([import("./hydrate.ts"), import("./review-queue.island.ts")]);
			await start(root);
			most = presses.length;
		} finally {
			early.abort();
			for (const press of presses.slice(0, most)) press();
		}
	};
	const answer = (press: Press): true => {
		if (signal.aborted) press();
		else presses.push(press);
		void load();
		return true;
	};
	for (const type of TOUCHES) document.addEventListener(type, load, { signal, passive: true });
	document.addEventListener(
		"click",
		(event) => {
			const pressed = event.target instanceof Element ? event.target.closest<HTMLElement>(ANSWERED) : null;
			if (!pressed || !isPlain(event)) return;
			event.preventDefault();
			event.stopPropagation();
			answer(() => pressed.click());
		},
		{ signal, capture: true },
	);
	root.addEventListener(
		"submit",
		(event) => {
			const { target: form, submitter } = event;
			if (!(form instanceof HTMLFormElement) || event.defaultPrevented) return;
			event.preventDefault();
			answer(() => form.requestSubmit(submitter));
		},
		{ signal, capture: true },
	);
	return answer;
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

/** The arrows scroll a voucher that is larger than its place, while it has the focus. */
function isFree(root: HTMLElement): boolean {
	const stage = root.querySelector<HTMLElement>("[data-stage]");
	return stage !== null && (stage !== document.activeElement || stage.dataset.zoom === "1");
}

/** Shows the next or previous voucher. */
function turnVoucher(root: HTMLElement, step: number): void {
	const links = [...root.querySelectorAll<HTMLAnchorElement>("[data-voucher]")];
	links[links.findIndex((link) => link.hasAttribute("aria-current")) + step]?.click();
}
