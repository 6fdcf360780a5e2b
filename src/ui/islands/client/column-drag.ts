import { carrying } from "./carrying.ts";

/** Where a column is dropped: before another one, or at the end (null). */
type Gap = { before: HTMLElement | null };

/** Lets the shown columns of a list be dragged in their chooser; the list then stands in the new order. */
export function dragColumns(form: HTMLElement): void {
	const columns = (): HTMLElement[] => [...form.querySelectorAll<HTMLElement>("[data-col]")];
	form.dataset.drags = "";
	// The panel closes when the focus leaves it, and a press on what takes none would give it to the page.
	form.addEventListener("mousedown", (event) => {
		if (event.target instanceof Element && event.target.closest("[data-grip]")) event.preventDefault();
	});
	carrying<Gap>(form, {
		item: "[data-col]",
		step: 0,
		placeAt: (x, y, held) => {
			const { left, right } = held.getBoundingClientRect();
			if (x < left || x > right) return null;
			const next = columns().find((one) => {
				const { top, height } = one.getBoundingClientRect();
				return y < top + height / 2;
			});
			return { before: next ?? null };
		},
		mark: (gap) => {
			for (const one of columns()) delete one.dataset.drop;
			if (gap?.before) gap.before.dataset.drop = "before";
			else if (gap) columns().at(-1)?.setAttribute("data-drop", "after");
		},
		drop: (held, { before }) => {
			const rest = columns().filter((one) => one !== held);
			const at = before === held ? columns().indexOf(held) : before ? rest.indexOf(before) : rest.length;
			show(held, rest.toSpliced(at, 0, held));
		},
	});
}

/** Opens the list with its columns in this order, as a link of the chooser does. */
function show(held: HTMLElement, order: readonly HTMLElement[]): void {
	const link = document.createElement("a");
	const address = new URL(held.parentElement?.dataset.href ?? "", location.href);
	address.searchParams.set("cols", order.map(({ dataset }) => dataset.col).join("."));
	link.href = address.href;
	held.append(link);
	link.click();
}
