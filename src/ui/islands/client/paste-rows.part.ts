import type { Parts } from "#ui/islands/parts.ts";

/**
 * Fills a table's fields with cells pasted from a spreadsheet, from the field into which they were pasted to the right
 * (the columns `names`) and downwards.
 */
export default function start(root: HTMLElement, { names }: Parts["paste-rows"]): void {
	const fields = (name: string): HTMLInputElement[] => [...root.querySelectorAll<HTMLInputElement>(`[name=${name}]`)];
	root.addEventListener("paste", (event) => {
		const { target, clipboardData } = event;
		const text = clipboardData?.getData("text/plain") ?? "";
		if (!(target instanceof HTMLInputElement) || !/[\t\n]/.test(text.trimEnd())) return;
		const column = names.indexOf(target.name);
		const row = fields(target.name).indexOf(target);
		if (column < 0 || row < 0) return;
		event.preventDefault();
		const columns = names.map(fields);
		for (const [down, line] of text
			.replace(/\r?\n$/, "")
			.split(/\r?\n/)
			.entries())
			for (const [across, cell] of line.split("\t").entries()) {
				const field = columns[column + across]?.[row + down];
				if (field) field.value = cell.trim();
			}
		target.dispatchEvent(new Event("input", { bubbles: true }));
	});
}
