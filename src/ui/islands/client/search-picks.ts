import type { OfferedPlace, Parts } from "#ui/islands/parts.ts";
import { combobox, fromServer } from "./combobox.ts";

/**
 * Offers, below the field of a search form, what its address finds as JSON, and opens the one that is chosen. For an
 * empty field the address offers what is most likely wanted.
 */
export function searchPicks(field: HTMLInputElement, { label, found }: Parts["search-picks"]): void {
	field.addEventListener("focus", () => field.select());
	const others = [...(field.form?.querySelectorAll<HTMLInputElement>("input[type=hidden]") ?? [])];
	const address = found === undefined ? undefined : new URL(found, location.href);
	const ask = combobox<OfferedPlace>({
		id: "search-picks",
		label,
		choosesFirst: true,
		offersAll: true,
		find: fromServer(
			address?.pathname ?? field.form?.getAttribute("action") ?? "",
			Object.fromEntries(address?.searchParams ?? others.map(({ name, value }) => [name, value])),
		),
		take: ({ href }) => location.assign(href),
	})(field);
	// Somebody was quicker than this code.
	if (document.activeElement === field && field.value !== field.defaultValue) ask();
}
