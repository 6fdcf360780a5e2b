import { button } from "#ui/button.ts";
import { html, type VNode } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
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
/** The box in the head of the table that ticks the whole page. */
const pageBox = () =>
	[...document.querySelectorAll("input[data-picks]")].find((box) => "checked" in box && "indeterminate" in box);

/**
 * Draws the band under a table that concerns its chosen rows: how many are chosen, a control to choose the whole list,
 * and the actions. With scripts it is seen while a row is chosen. Its first button does nothing, because Enter on a
 * check box presses the first button of the form.
 */
export default function BulkSelect({ id, unit, total, actions, query }: BulkSelectProps): VNode {
	const [some, setSome] = useState<number>(0);
	const [everything, setEverything] = useState(false);
	const count = () => {
		const boxes = boxesOf(id);
		const chosen = boxes.filter(({ checked }) => checked).length;
		setSome(chosen);
		const all = pageBox();
		if (!all) return;
		all.checked = boxes.length > 0 && chosen === boxes.length;
		all.indeterminate = chosen > 0 && chosen < boxes.length;
	};
	const choose = (checked: boolean) => {
		for (const box of boxesOf(id)) box.checked = checked;
		count();
	};
	useLayoutEffect(() => {
		// The box of the whole page may have been ticked before this code came.
		if (pageBox()?.checked && boxesOf(id).every(({ checked }) => !checked)) choose(true);
		else count();
		const changed = ({ target }: { readonly target: unknown }) => {
			const all = pageBox();
			if (all && target === all) choose(all.checked === true);
			else count();
		};
		document.addEventListener("change", changed);
		return () => document.removeEventListener("change", changed);
	}, [id]);
	const drop = () => {
		choose(false);
		setEverything(false);
	};
	const isSeen = some > 0 || everything;
	const all = total.toLocaleString("en-US");
	const words = everything ? `已選全部 ${all} ${unit}` : `已選 ${some} ${unit}`;
	return html`<form id=${id} method="post" action=${actions[0]?.action ?? ""} class=${isSeen ? "bulk some" : "bulk"}>
		<button type="submit" disabled hidden></button>
		<b class="scripted" role="status">${isSeen ? words : ""}</b>
		<label class="check">
			<input
				type="checkbox"
				name="all"
				value=${query || "*"}
				checked=${everything}
				onChange=${(event: { currentTarget: { checked: boolean } }) => setEverything(event.currentTarget.checked)}
			/>
			<span>符合條件的全部 ${all} ${unit}</span>
		</label>
		${actions.map(({ label, action, danger }) =>
			button({ label, formaction: action, size: "s", tone: danger ? "danger" : "quiet" }),
		)}
		<button class="btn quiet s square scripted" type="button" onClick=${drop}>${icon("x")}<span class="sr">取消選取</span></button>
	</form>`;
}
