import { find } from "#ui/islands/client/writing/dom.ts";
import type { OfferedPlace, PicksOf } from "#ui/islands/parts.ts";
import { combobox, fromServer } from "./combobox.ts";

/**
 * Offers, below the field of a search form, what its address finds as JSON, and opens the one that is chosen. For an
 * empty field the address offers what is most likely wanted.
 */
export default function start(root: HTMLElement, { label }: PicksOf<"search">): void {
	const field = find<HTMLInputElement>(root, "[name=q]");
	const form = field.form;
	if (!form) return;
	field.addEventListener("focus", () => field.select());
	const others = [...form.querySelectorAll<HTMLInputElement>("input[type=hidden]")];
	combobox<OfferedPlace>({
		id: "search-picks",
		label,
		choosesFirst: true,
		offersAll: true,
		find: fromServer(
			form.getAttribute("action") ?? "",
			Object.fromEntries(others.map(({ name, value }) => [name, value])),
		),
		take: ({ href }) => location.assign(href),
	})(field);
}
