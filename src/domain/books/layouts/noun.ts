import { noun } from "#kernel/noun.ts";

const admin = {
	layouts: {
		/** The address of the statements by 款／項／目: 收支決算表 and 收支預算表. */
		show: () => "/admin/ledger/by-items",
		export: (format: string) => `/admin/ledger/by-items/export/${format}`,
		/** The address of the form of the notes (說明) of a year's statement. */
		notes: () => "/admin/ledger/by-items/notes",
		/** The address of the form of the 項 that accounts are assigned to. */
		items: () => "/admin/ledger/by-items/items",
	},
};

export const layouts = noun({
	isNobodys: true,
	pages: {
		below: ["/admin/ledger/by-items"],
		load: async () => (await import("#admin/books/layouts/routes.ts")).LAYOUT_ROUTES,
	},
	addresses: { admin },
	menu: [
		{
			group: "finance",
			place: 85,
			label: "預決算表",
			href: admin.layouts.show(),
			gate: "ledger",
			words: ["收支決算表", "收支預算表", "款項目", "說明", "附件一", "附件二", "簡式"],
		},
	],
	records: { statement_notes: { words: "預決算表的說明" }, statement_items: { words: "預決算表的項" } },
	actions: { "layout.notes": "填寫預決算表的說明", "layout.items": "修改預決算表的項" },
	refusals: {
		"layout.class": { words: "收入科目要選收入的項，支出科目要選支出的項，其他科目不用選。", field: "item" },
		"layout.stale": { words: "剛剛已被其他人更新，請看最新的內容再改。" },
		"layout.taken": { words: "同一款已有同名的項，請換一個名稱。" },
		"layout.used": { words: "還有會計科目列在這一項，請先把科目改到別的項，再刪除。" },
	},
	freeText: {
		statement_items: { words: "預決算表的項", place: 412, columns: "statement_items name", shown: "statement_item" },
		statement_notes: { words: "預決算表的說明", place: 414, columns: "statement_notes note", shown: "statement_note" },
	},
	shown: {
		statement_item: { words: "預決算表的項", gate: "ledger_post", href: admin.layouts.items },
		statement_note: {
			words: "預決算表的說明",
			gate: "ledger_post",
			href: (link) => `${admin.layouts.notes()}?year=${link.slice(0, 4)}&report=${link.slice(5)}`,
		},
	},
});
