import { CategoryInput } from "#domain/content/categories/form.ts";
import type { TermWords } from "#domain/content/categories/names.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { typed } from "#ui/against-stored.ts";
import type { Conflict, FormState } from "#ui/form-state.ts";
import type { Children } from "#ui/html.ts";

const field = fieldsOf(CategoryInput);

/**
 * Draws the fields name and slug, which categories and tags both have. `isNew`: the category or tag does not exist yet,
 * so no address with its slug was published.
 */
export const termFields = (state: FormState, { isNew }: { isNew: boolean }): Children => [
	field({ name: "name", label: "名稱", state, autocomplete: "off" }),
	field({
		name: "slug",
		label: "網址",
		state,
		optional: true,
		autocomplete: "off",
		hint: isNew
			? "用在官網的網址裡，中文也可以；留空時依名稱產生。"
			: "修改後，舊的網址會自動轉到新的；留空時依名稱重新產生。",
	}),
];

/** Normalizes a text as the form would store it, so that only real differences are shown. */
const plain = (text: string): string => text.normalize("NFC").replace(/\r\n?/g, "\n").trim();

/**
 * Returns each field of a category or tag with the typed text (`mine`) and the stored text (`theirs`), equal or not.
 */
export const termDifferences = (state: FormState, stored: TermWords & { description?: string }): Conflict[] =>
	[
		{ field: "name", label: "名稱", theirs: stored.name },
		{ field: "slug", label: "網址", theirs: stored.slug },
		...(stored.description === undefined ? [] : [{ field: "description", label: "說明", theirs: stored.description }]),
	].map((one) => ({ ...one, mine: plain(typed(state, one.field)) }));
