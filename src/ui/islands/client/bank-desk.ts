import { sumWords } from "#domain/money/bank/sum-words.ts";
import { figure, readAmount } from "#kernel/amounts.ts";
import { letterKeys } from "./letter-keys.ts";

/** What Enter presses in a row: the button that settles it, or what opens it. */
const ACTS = [".primary", ".acts button:not(.quiet)", ".acts a", "[data-open]"];

/**
 * Adds the keys of the list of bank lines: J and K go from row to row, O opens a row or closes it, P finds a person.
 * The open row has the focus from the start, on the button that settles it, so that Enter goes through the list; not
 * where something must be read first. Adds up the parts of a line while their amounts are typed.
 */
export default function start(root: HTMLElement): void {
	const rows = [...root.querySelectorAll<HTMLElement>("[data-row]")];
	const opened = root.querySelector<HTMLElement>(".at");
	const here = (): number => rows.findIndex((row) => row.contains(document.activeElement));
	const go = (step: number): boolean => {
		const at = here();
		const next = rows[at < 0 ? 0 : at + step];
		return next !== undefined && focusOn(next);
	};
	const click = (selector: string): boolean => {
		const link = (rows[here()] ?? opened)?.querySelector<HTMLElement>(selector);
		link?.click();
		return link !== null && link !== undefined;
	};
	const isOn = letterKeys(root, "bank-keys", {
		j: () => go(1),
		k: () => go(-1),
		o: () => click("[data-open]"),
		p: () => findPerson(opened),
	});
	// Enter held down would settle one line after the other.
	root.addEventListener("keydown", (event) => {
		if (event.key === "Enter" && event.repeat) event.preventDefault();
	});
	const isWarned = document.querySelector("main .notice.warn, main .notice.danger") !== null;
	const searched = opened?.querySelector<HTMLElement>("[data-find=found]");
	// The address leads to the row, which the browser may have given the focus already.
	const isFree = document.activeElement === document.body || document.activeElement === opened;
	if (opened && isOn() && !isWarned && isFree) {
		if (searched) searched.querySelector<HTMLElement>("a.item, input[type=search]")?.focus({ preventScroll: true });
		else focusOn(opened, true);
	}
	for (const parts of root.querySelectorAll<HTMLElement>("[data-parts]"))
		parts.addEventListener("input", () => tellSum(parts));
}

/** Moves the focus to what Enter presses in the row; in the open row only to what settles it, else to the row itself. */
function focusOn(row: HTMLElement, preventScroll = false): boolean {
	const acts = row.classList.contains("at") ? ACTS.slice(0, 1) : ACTS;
	const act = acts.map((selector) => row.querySelector<HTMLElement>(selector)).find((one) => one !== null);
	(act ?? row).focus({ preventScroll });
	return true;
}

function findPerson(opened: HTMLElement | null): boolean {
	const finder = opened?.querySelector<HTMLDetailsElement>("[data-find]");
	if (!finder) return false;
	finder.open = true;
	finder.querySelector<HTMLElement>("input[type=search]")?.focus();
	return true;
}

function tellSum(parts: HTMLElement): void {
	const fields = [...parts.querySelectorAll<HTMLInputElement>("[name=amounts]")];
	const amounts = fields.map(({ value }) => readAmount(value) ?? 0);
	put(parts, "[data-sum-words]", sumWords(amounts, Number(parts.dataset.parts)));
	put(parts, "[data-sum]", figure(amounts.reduce((sum, amount) => sum + amount, 0)));
}

function put(parts: HTMLElement, selector: string, words: string): void {
	const place = parts.querySelector(selector);
	if (place) place.textContent = words;
}
