import { SITE_CRUMBS } from "#admin/crumbs.ts";
import { GROUPS_PER_PAGE, groupsSelect, SYNONYM_SORTS } from "#db/content/synonyms.ts";
import { readRows } from "#db/read.ts";
import { groupText } from "#domain/content/synonyms/words.ts";
import { paths } from "#http/paths.ts";
import { words } from "#kits/list/conditions.ts";
import { listing } from "#kits/list/listing.ts";
import { linkButton } from "#ui/button.ts";
import { noneYet } from "#ui/empty.ts";
import { html } from "#ui/html.ts";
import { SITE_GROUP } from "#ui/main-menu.ts";
import { figure } from "#ui/money.ts";
import { ago } from "#ui/time.ts";

const { synonyms } = paths.admin;
export const SYNONYMS_CRUMBS = [...SITE_CRUMBS, { label: "同義詞", href: synonyms.list() }];

const addButton = linkButton({ label: "新增同義詞", icon: "plus", tone: "primary", href: synonyms.create() });

/** The list page 同義詞: the groups of words that the website's search takes for one another. */
export const synonymList = listing({
	path: synonyms.list(),
	gate: "synonyms",
	title: "同義詞",
	unit: "組",
	area: SITE_GROUP,
	crumbs: SITE_CRUMBS,
	conditions: { q: words("詞") },
	sorts: SYNONYM_SORTS,
	sort: "words",
	size: GROUPS_PER_PAGE,
	read: async ({ env }, asked) => {
		const [rows, [count]] = await readRows(env.DB, ...groupsSelect(asked));
		return { rows, ...(count ?? { total: 0, every: 0 }) };
	},
	lead: ({ isNarrowed, total }) =>
		isNarrowed
			? `符合條件的有 ${figure(total)} 組。`
			: "官網的訪客搜尋其中一個詞，也會找到寫成其他詞的內容，排在照樣符合的後面。簡體字、異體字和民國、西元年不用設定，搜尋自己認得。",
	actions: ({ every }) => every > 0 && addButton,
	columns: ({ at }) => [
		{
			label: "意思相同的詞",
			sort: "words",
			head: true,
			cell: (group) => html`<a href=${synonyms.edit(group.id)}>${groupText(group)}</a>`,
		},
		{ label: "更新", sort: "updated_at", nowrap: true, cell: ({ updated_at }) => ago(updated_at, at) },
	],
	none: () =>
		noneYet({
			title: "還沒有同義詞",
			text: "訪客的說法和文章的用字不一定相同，例如輪椅與輔具。把它們放在同一組，兩種說法都找得到。",
			actions: addButton,
		}),
	past: "同義詞已經變少",
});
