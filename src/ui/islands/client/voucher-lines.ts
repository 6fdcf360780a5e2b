import { amountIn, balanceWords, sumsOf } from "#domain/books/vouchers/lines.ts";
import type { IslandProps } from "#ui/islands/registry.ts";
import type { EditorLine } from "#ui/islands/voucher-editor.island.ts";
import { suggestIn } from "./account-suggestions.ts";
import { fieldOf, fieldsIn, type Lines, lead, pressed, rowsIn } from "./voucher-keys.ts";
import type { Draw } from "./wake.ts";

type Props = IslandProps<"voucher-editor">;
type Typed = EditorLine["typed"];

/**
 * Adds, moves and removes the lines of a voucher (傳票), adds up its sides, and lets it be typed by keyboard. What is
 * typed stands in the fields alone.
 */
export function begin(root: HTMLElement, first: Props, draw: Draw<"voucher-editor">): void {
	let now = first;
	let last = first.lines.length;
	/** The line that was removed, with its place. */
	let gone: { line: EditorLine; at: number } | undefined;
	const form = root.closest("form");
	const show = (some: Partial<Props>): void => {
		now = { ...now, ...some };
		draw(now);
	};
	/** Draws other lines, which are a change of the form. */
	const change = (lines: readonly EditorLine[]): void => {
		show({ lines, removed: gone && gone.at + 1 });
		if (form) form.dataset.changed = "";
		tell();
	};
	const tell = (): void => {
		const amounts = rowsIn(root).map((row) => ({ debit: amountOf(row, "debit"), credit: amountOf(row, "credit") }));
		const { debit, credit } = sumsOf(amounts);
		const sums = { debit: figure(debit), credit: figure(credit), words: balanceWords({ debit, credit }) };
		show({ sums: { ...sums, isEven: debit === credit && debit > 0 } });
	};
	const lines: Lines = {
		root,
		tell,
		more: (many = 1) => {
			const from = now.lines.length;
			change([...now.lines, ...Array.from({ length: many }, () => ({ key: ++last, typed: {} }))]);
			return rowsIn(root)[from];
		},
		move: (at, step) => {
			const [line, other] = [now.lines[at], now.lines[at + step]];
			if (!line || !other) return;
			const field = document.activeElement;
			change(now.lines.map((one, nth) => (nth === at ? other : nth === at + step ? line : one)));
			// A line that is moved loses the focus.
			if (field instanceof HTMLElement) field.focus();
		},
	};
	const remove = (at: number): void => {
		const [line, row] = [now.lines[at], rowsIn(root)[at]];
		if (!line || !row || now.lines.length < 2) return;
		gone = { at, line: { key: ++last, typed: typedIn(row) } };
		change(now.lines.filter((one) => one !== line));
		const rows = rowsIn(root);
		lead(fieldsIn(rows[Math.min(at, rows.length - 1)] ?? root)[0]);
	};
	const restore = (): void => {
		if (!gone) return;
		const { at, line } = gone;
		gone = undefined;
		change([...now.lines.slice(0, at), line, ...now.lines.slice(at)]);
		lead(fieldsIn(rowsIn(root)[at] ?? root)[0]);
	};

	root.addEventListener("keydown", (event) => pressed(event, lines));
	root.addEventListener("input", ({ target }) => {
		if (target instanceof HTMLInputElement) oneSide(target);
		tell();
	});
	root.addEventListener("paste", (event) => pasted(event, lines));
	root.addEventListener("click", (event) => {
		const { target } = event;
		const button = target instanceof Element ? target.closest<HTMLElement>("[data-act]") : null;
		const at = rowsIn(root).findIndex((row) => row.contains(button));
		if (button?.dataset.act === "up") lines.move(at, -1);
		else if (button?.dataset.act === "remove") remove(at);
		else if (button?.dataset.act === "restore") restore();
		else if (button) lead(fieldsIn(lines.more(2) ?? root)[0]);
		if (button) event.preventDefault();
	});
	suggestIn(root, first.accounts);
	tell();
}

const figure = (amount: number): string => amount.toLocaleString("en-US");
const amountOf = (row: ParentNode, name: string): number => amountIn(fieldOf(row, name)?.value ?? "");
const typedIn = (row: ParentNode): Typed => Object.fromEntries(fieldsIn(row).map(({ name, value }) => [name, value]));

/** Empties the other side of a line when a debit or credit was typed, because a line has only one of them. */
function oneSide({ name, value, parentElement }: HTMLInputElement): void {
	const other = { debit: "credit", credit: "debit" }[name];
	const field =
		other && value.trim() !== "" && parentElement?.parentElement && fieldOf(parentElement.parentElement, other);
	if (field) field.value = "";
}

/** Fills the fields with the cells of a spreadsheet, from the one pasted into to the right and downwards. */
function pasted(event: ClipboardEvent, { root, more, tell }: Lines): void {
	const text = event.clipboardData?.getData("text/plain") ?? "";
	const { target } = event;
	const row = target instanceof HTMLInputElement ? target.closest("tr") : null;
	if (!(target instanceof HTMLInputElement) || !row || !/[\t\n]/.test(text.trimEnd())) return;
	event.preventDefault();
	const cells = text
		.trimEnd()
		.split(/\r?\n/)
		.map((line) => line.split("\t"));
	const [from, across] = [rowsIn(root).indexOf(row), fieldsIn(row).indexOf(target)];
	const lacking = from + cells.length - rowsIn(root).length;
	if (lacking > 0) more(lacking);
	for (const [down, line] of cells.entries())
		for (const [nth, cell] of line.entries()) {
			const field = fieldsIn(rowsIn(root)[from + down] ?? root)[across + nth];
			if (field instanceof HTMLInputElement) field.value = cell.trim();
		}
	tell();
}
