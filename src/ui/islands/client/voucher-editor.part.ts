import { amountIn, balanceWords, sumsOf } from "#domain/books/vouchers/lines.ts";
import { find } from "#ui/islands/client/writing/dom.ts";
import type { Parts } from "#ui/islands/parts.ts";
import { composing } from "#ui/islands/quirks.ts";
import { suggestions } from "./account-suggestions.ts";

type Field = HTMLInputElement | HTMLSelectElement;
type Row = HTMLTableRowElement;
const isField = (target: EventTarget | null): target is Field =>
	target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
const isAmount = ({ name }: Field): boolean => name === "debit" || name === "credit";
const fieldsIn = (row: ParentNode): Field[] => [...row.querySelectorAll<Field>("input, select")];
const fieldOf = (row: ParentNode, name: string) => row.querySelector<HTMLInputElement>(`[name=${name}]`);
const rowsIn = (root: ParentNode): Row[] => [...root.querySelectorAll<Row>("tbody tr")];
const amountsOf = (row: ParentNode) => ({
	debit: amountIn(fieldOf(row, "debit")?.value ?? ""),
	credit: amountIn(fieldOf(row, "credit")?.value ?? ""),
});

/**
 * Lets the lines of a voucher (傳票) be typed by keyboard: offers accounts while the user types, adds rows, and shows
 * the sums of debits and credits.
 */
export default function start(root: HTMLElement, { accounts }: Parts["voucher-editor"]): void {
	const offerIn = suggestions(accounts);
	const more = (): Row => {
		const row = grow(root);
		offerIn(row);
		return row;
	};
	root.addEventListener("keydown", (event) => pressed(event, root, more));
	root.addEventListener("input", ({ target }) => {
		if (isField(target) && isAmount(target)) oneSide(target);
		tell(root);
	});
	root
		.closest("form")
		?.querySelector("[data-more]")
		?.addEventListener("click", (event) => {
			event.preventDefault();
			const row = more();
			more();
			lead(fieldsIn(row)[0]);
		});
	for (const row of rowsIn(root)) offerIn(row);
	tell(root);
}

/** Shows the sums of debits and credits in figures, and in words whether they balance. */
function tell(root: HTMLElement): void {
	const sums = sumsOf(rowsIn(root).map(amountsOf));
	find(root, "[data-debit]").textContent = sums.debit.toLocaleString("en-US");
	find(root, "[data-credit]").textContent = sums.credit.toLocaleString("en-US");
	find(root, "[data-balance]").textContent = balanceWords(sums);
	find(root, ".voucher-sums").toggleAttribute("data-even", sums.debit === sums.credit && sums.debit > 0);
}

/** Adds an empty row at the end of the voucher's lines and returns it. */
function grow(root: HTMLElement): Row {
	const last = rowsIn(root).at(-1);
	if (!last) throw new Error("a voucher has no row");
	const row = last.cloneNode(true) as Row;
	const nth = rowsIn(root).length + 1;
	for (const one of row.querySelectorAll(".error, .offers")) one.remove();
	for (const field of fieldsIn(row)) {
		field.value = "";
		for (const name of ["id", "aria-invalid", "aria-describedby", "placeholder"]) field.removeAttribute(name);
		field.setAttribute("aria-label", (field.getAttribute("aria-label") ?? "").replace(/\d+/, String(nth)));
	}
	find(row, "[data-nth]").textContent = String(nth);
	last.after(row);
	return row;
}

function pressed(event: KeyboardEvent, root: HTMLElement, more: () => Row): void {
	const { target: field, key } = event;
	const row = isField(field) ? field.closest<Row>("tbody tr") : null;
	if (!isField(field) || !row || composing(event) || event.defaultPrevented) return;
	if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
	const step = { ArrowDown: 1, ArrowUp: -1 }[key];
	if (key === "Enter") next(field, row, { root, more });
	else if (key === "=" && isAmount(field)) fillDifference(root, row);
	else if (step && field instanceof HTMLInputElement) {
		const other = rowsIn(root)[rowsIn(root).indexOf(row) + step];
		lead(other && fieldsIn(other)[fieldsIn(row).indexOf(field)]);
	} else return;
	event.preventDefault();
}

/**
 * Moves the focus on Enter: to the next field, or from a filled amount or the last field to the next row. The fields
 * for the line's person or purpose are reached with Tab.
 */
function next(field: Field, row: Row, { root, more }: { root: HTMLElement; more: () => Row }): void {
	const fields = fieldsIn(row);
	const after = isAmount(field) && field.value.trim() !== "" ? undefined : fields[fields.indexOf(field) + 1];
	lead(after ?? fieldsIn(rowsIn(root)[rowsIn(root).indexOf(row) + 1] ?? more())[0]);
}

/** Empties the other side of a line when a debit or credit was typed, because a line has only one of them. */
function oneSide(field: Field): void {
	const row = field.closest("tr");
	const other = row && fieldOf(row, field.name === "debit" ? "credit" : "debit");
	if (other && field.value.trim() !== "") other.value = "";
}

/** Puts the amount that the other rows lack for balance into this row's debit or credit. */
function fillDifference(root: HTMLElement, row: Row): void {
	const others = sumsOf(
		rowsIn(root)
			.filter((one) => one !== row)
			.map(amountsOf),
	);
	const lacking = others.credit - others.debit;
	const full = lacking === 0 ? null : fieldOf(row, lacking > 0 ? "debit" : "credit");
	if (!full) return;
	full.value = Math.abs(lacking).toLocaleString("en-US");
	full.focus();
	full.dispatchEvent(new Event("input", { bubbles: true }));
}

function lead(field: Field | undefined): void {
	field?.focus();
	if (field instanceof HTMLInputElement) field.select();
}
