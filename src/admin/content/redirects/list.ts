import { SITE_CRUMBS } from "#admin/crumbs.ts";
import { REDIRECT_SORTS, REDIRECTS_PER_PAGE, redirectsSelect, type StaffRedirect } from "#db/content/redirects.ts";
import { readRows } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import { words } from "#kits/list/conditions.ts";
import { listing } from "#kits/list/listing.ts";
import { linkButton } from "#ui/button.ts";
import { noneYet } from "#ui/empty.ts";
import { html, type VNode } from "#ui/html.ts";
import { SITE_GROUP } from "#ui/main-menu.ts";
import { figure } from "#ui/money.ts";
import { status } from "#ui/status.ts";
import { ago } from "#ui/time.ts";

const { redirects } = paths.admin;
export const REDIRECTS_CRUMBS = [...SITE_CRUMBS, { label: "轉址", href: redirects.list() }];

const addButton = linkButton({ label: "新增轉址", icon: "plus", tone: "primary", href: redirects.create() });

/** The list page 轉址: each old path, where it leads, and whether websites are told. */
export const redirectList = listing({
	path: redirects.list(),
	gate: "redirects",
	title: "轉址",
	unit: "條",
	area: SITE_GROUP,
	crumbs: SITE_CRUMBS,
	conditions: { q: words("舊網址、轉到的網址或標題") },
	sorts: REDIRECT_SORTS,
	sort: "-updated_at",
	size: REDIRECTS_PER_PAGE,
	read: async ({ env }, asked) => {
		const [rows, [count]] = await readRows(env.DB, ...redirectsSelect(asked));
		return { rows, ...(count ?? { total: 0, every: 0 }) };
	},
	lead: ({ isNarrowed, total }) =>
		isNarrowed
			? `符合條件的有 ${figure(total)} 條。`
			: "舊網站的網址、印在文宣上的短網址，都可以轉到現在的內容。改網址不用來這裡，系統會自動轉。",
	actions: ({ every }) => every > 0 && addButton,
	columns: ({ at }) => [
		{
			label: "舊網址",
			sort: "path",
			head: true,
			cell: ({ id, path }) => html`<a href=${redirects.edit(id)}>${path}</a>`,
		},
		{
			label: "轉到",
			sort: "target",
			sheet: "line",
			cell: ({ title, target }) => (title === null ? target : [title, html`<small class="soft">${target}</small>`]),
		},
		{ label: "狀態", sort: "state", bare: true, cell: redirectStatus },
		{ label: "更新", sort: "updated_at", nowrap: true, cell: ({ updated_at }) => ago(updated_at, at) },
	],
	none: () =>
		noneYet({
			title: "還沒有轉址",
			text: "換網站或改了單元之後，把舊網址轉到現在的內容，別人存的連結就不會斷。",
			actions: addButton,
		}),
	past: "轉址已經變少",
});

/** Draws whether a redirect is told to websites, and if not, why. */
export function redirectStatus({ is_open, is_covered }: Pick<StaffRedirect, "is_open" | "is_covered">): VNode {
	if (is_covered) return status({ word: "停用：這個網址已有公開的內容", tone: "warn" });
	return is_open ? status({ word: "使用中", tone: "ok" }) : status({ word: "停用：轉到的內容未公開", tone: "warn" });
}
