import { button } from "#ui/button.ts";
import { html, type VNode } from "#ui/html.ts";
import { useLayoutEffect, useState } from "#ui/preact.js";

export type BulkSelectProps = {
	/** The id of the bulk form, which the check boxes of the rows carry in their attribute `form`. */
	id: string;
	/** The unit of the rows, a measure word such as 位 or 筆. */
	unit: string;
	/** How many rows fit the conditions, on all pages, or words for it. */
	total: number | string;
	actions: { label: string; action: string; danger?: boolean | undefined }[];
	/** The conditions of the list, sent as `all` when the rows of every page are chosen. */
	query: string;
};

const boxesOf = (id: string) =>
	[...document.querySelectorAll(`input[type="checkbox"][form="${id}"]`)].filter((box) => "checked" in box);

/**
 * Draws the band over a table that concerns its chosen rows: how many are chosen, controls to choose the whole page or
 * the whole list, and the actions. Its first button does nothing, because Enter on a check box presses the first button
 * of the form.
 */
export default function BulkSelect({ id, unit, total, actions, query }: BulkSelectProps): VNode {
	const [chosen, setChosen] = useState<{ some: number; of: number } | null>(null);
	const [everything, setEverything] = useState(false);
	// Counted with the start, so that the actions of a page without a chosen row are not seen for a moment.
	useLayoutEffect(() => {
		const count = () => {
			const boxes = boxesOf(id);
			setChosen({ some: boxes.filter(({ checked }) => checked).length, of: boxes.length });
		};
		count();
		document.addEventListener("change", count);
		return () => document.removeEventListener("change", count);
	}, [id]);
	const choosePage = (event: { currentTarget: { checked: boolean } }) => {
		for (const box of boxesOf(id)) box.checked = event.currentTarget.checked;
	};
	const none = chosen !== null && chosen.some === 0 && !everything;
	const words = everything ? `已選全部 ${total} ${unit}` : `已選 ${chosen?.some ?? 0} ${unit}`;
	return html`<form id=${id} method="post" action=${actions[0]?.action ?? ""} class=${none ? "strip bulk" : "strip bulk some"}>
		<button type="submit" disabled hidden></button>
		<label class="check scripted">
			<input
				type="checkbox"
				checked=${chosen !== null && chosen.of > 0 && chosen.some === chosen.of}
				onChange=${choosePage}
			/>
			<span>本頁全選</span>
		</label>
		<b class="scripted" role="status">${none ? "" : words}</b>
		${
			!none &&
			actions.map(({ label, action, danger }) =>
				button({ label, formaction: action, size: "s", tone: danger ? "danger" : "plain" }),
			)
		}
		<label class="check push">
			<input
				type="checkbox"
				name="all"
				value=${query || "*"}
				onChange=${(event: { currentTarget: { checked: boolean } }) => setEverything(event.currentTarget.checked)}
			/>
			<span>符合條件的全部 ${total} ${unit}</span>
		</label>
	</form>`;
}
