import { SITE_CRUMBS } from "#admin/crumbs.ts";
import { selectReadTokens } from "#db/content/read-tokens.ts";
import { readRows } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import { listing } from "#kits/list/listing.ts";
import { linkButton } from "#ui/button.ts";
import { noneYet } from "#ui/empty.ts";
import { html } from "#ui/html.ts";
import { status } from "#ui/status.ts";
import { timeWords } from "#ui/time.ts";

const { readTokens } = paths.admin;

export const TOKEN_CRUMBS = [...SITE_CRUMBS, { label: "讀取金鑰", href: readTokens.list() }];

const addButton = linkButton({ label: "新增讀取金鑰", icon: "plus", tone: "primary", href: readTokens.create() });

/** The list of read tokens, those in use first. */
export const readTokenList = listing({
	path: readTokens.list(),
	gate: "webhooks",
	title: "讀取金鑰",
	unit: "把",
	area: "官網管理",
	crumbs: SITE_CRUMBS,
	conditions: {},
	read: async ({ env }) => {
		const [rows] = await readRows(env.DB, selectReadTokens());
		return { rows, total: rows.length };
	},
	lead: () => "官網建置時一次讀取全部內容，帶著金鑰就不受一般流量限制。金鑰只能讀公開的內容。",
	actions: ({ rows }) => rows.length > 0 && addButton,
	by: {
		name: ({ name }) => name,
		hint: ({ hint }) => hint,
		created: ({ created_at }) => created_at,
		state: ({ revoked_at }) => revoked_at ?? 0,
	},
	columns: () => [
		{ label: "名稱", sort: "name", head: true, cell: ({ name }) => name },
		{ label: "末四碼", sort: "hint", cell: ({ hint }) => html`<code>…${hint}</code>` },
		{ label: "建立時間", sort: "created", sheet: "line", cell: ({ created_at }) => timeWords(created_at) },
		{
			label: "狀態",
			sort: "state",
			bare: true,
			cell: ({ revoked_at }) =>
				revoked_at === null
					? status({ word: "使用中", tone: "ok" })
					: [status({ word: "已停用", icon: "minus" }), " ", html`<small>${timeWords(revoked_at)}</small>`],
		},
		{
			label: "操作",
			cell: ({ id, revoked_at }) => revoked_at === null && html`<a href=${readTokens.revocation(id)}>停用...</a>`,
		},
	],
	none: () =>
		noneYet({
			title: "還沒有讀取金鑰",
			text: "一般訪客每分鐘最多 300 次未快取的讀取；官網要一次建置上千頁時，請為它新增一把金鑰。",
			actions: addButton,
		}),
});
