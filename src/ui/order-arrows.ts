import { button } from "./button.ts";
import { type Children, html, type VNode } from "./html.ts";

/** A list whose rows are moved by one place: the id and address of its form, and the ids in the order that is shown. */
type Order = { form: string; action: string; seen: readonly number[] };

/** Draws the form that the arrows of all rows belong to; it stands once on the page. */
export const orderForm = ({ form, action, seen }: Order): VNode => html`<form id=${form} method="post" action=${action}>
	<input type="hidden" name="seen" value=${seen.join(" ")} />
</form>`;

type Row = { id: number; name: string; isFirst: boolean; isLast: boolean };

/** Draws the two buttons that move a row up or down by one place. */
export const orderArrows = (form: string, { id, name, isFirst, isLast }: Row): Children => {
	const arrow = (way: "up" | "down", isEnd: boolean): VNode =>
		button({
			label: way === "up" ? "上移" : "下移",
			about: `「${name}」`,
			icon: way,
			square: true,
			size: "s",
			form,
			name: "move",
			value: `${id} ${way}`,
			disabled: isEnd,
		});
	return [arrow("up", isFirst), " ", arrow("down", isLast)];
};
