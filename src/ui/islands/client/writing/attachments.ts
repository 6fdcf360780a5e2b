import { say, typed } from "./dom.ts";
import { sortable } from "./sorting.ts";

/** Lets attached files be put in order by dragging and by buttons, and keeps the sent position numbers in step. */
export default function start(root: HTMLElement): void {
	const list = root.querySelector<HTMLElement>(".attachments");
	if (!list) return;
	sortable(list, (row) => {
		for (const [at, place] of [...list.querySelectorAll<HTMLInputElement>("[name=file_positions]")].entries())
			place.value = String(at + 1);
		typed(row);
		const at = [...list.children].indexOf(row) + 1;
		say(`${row.querySelector("b")?.textContent ?? ""}現在是第 ${at} 個，共 ${list.children.length} 個`);
	});
}
