import type { TermOption } from "#db/content/article-lists.ts";
import { BULK_MAX, BULK_PLACES, type BulkKind, bulkFrom } from "#domain/content/articles/bulk.ts";
import type { State } from "#domain/content/content/states.ts";
import { paths } from "#http/paths.ts";
import { bulkBand as chosenBand } from "#kits/list/chosen.ts";
import { button } from "#ui/button.ts";
import { type Children, html } from "#ui/html.ts";
import { BULK_WORDS } from "./bulk-words.ts";

/** The id of the form that the checkboxes of the list's rows belong to. */
export const BULK_FORM = "articles-bulk";

type Band = {
	state: State | undefined;
	total: number;
	tags: TermOption[];
	/** The list's filter conditions, as a query string. */
	conditions: string;
	here: Record<string, string>;
};

const addressOf = (kind: BulkKind): string => paths.admin.articles.bulk(BULK_PLACES[kind]);
const BUTTONS = ["publish", "archive", "pin", "unpin", "trash", "restore"] as const;

/**
 * Draws the buttons that change the chosen articles, with the select of a tag. The list of one state offers only the
 * actions that this state allows, the list of all states every action but restore.
 */
export function bulkBand({ state, total, tags, conditions, here }: Band): Children {
	const offered = (kind: BulkKind): boolean => (state ? bulkFrom(kind).includes(state) : kind !== "restore");
	return [
		chosenBand({
			form: BULK_FORM,
			unit: "篇",
			total,
			conditions,
			here,
			actions: BUTTONS.filter(offered).map((kind) => ({
				label: BULK_WORDS[kind].label,
				action: addressOf(kind),
				danger: kind === "trash",
			})),
		}),
		html`<div class="strip bulk-more">
			${offered("add_tag") && tags.length > 0 && tagging(tags)}
			${total > BULK_MAX && html`<span class="soft">一次最多變更 ${BULK_MAX} 篇，其餘請再執行一次。</span>`}
		</div>`,
	];
}

const tagging = (tags: TermOption[]): Children => [
	html`<label for="bulk-tag">標籤</label>`,
	html`<select class="input" id="bulk-tag" name="tag" form=${BULK_FORM}>
		<option value="">請選擇</option>
		${tags.map(({ id, name }) => html`<option value=${id}>${name}</option>`)}
	</select>`,
	...(["add_tag", "remove_tag"] as const).map((kind) =>
		button({ label: BULK_WORDS[kind].label, form: BULK_FORM, formaction: addressOf(kind), size: "s" }),
	),
];
