import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	listViews: {
		create: () => "/admin/views/new",
		edit: (id: Id) => `/admin/views/${id}`,
		removal: (id: Id) => `/admin/views/${id}/removal`,
	},
};

export const listViews = noun({
	isNobodys: true,
	pages: {
		below: ["/admin/views"],
		load: async () => (await import("#admin/system/list-views/routes.ts")).LIST_VIEW_ROUTES,
	},
	addresses: { admin },
	records: {
		list_view: { words: "檢視", place: 45 },
	},
	actions: {
		"list_view.create": "存成檢視",
		"list_view.edit": "修改檢視",
		"list_view.remove": "刪除檢視",
	},
	refusals: {
		"list_view.fixed": { words: "檢視的列表與主人不能更改。" },
		"list_view.full": { words: "每個列表最多存十二個檢視，請先刪除用不到的。" },
		"list_view.full_shared": { words: "每個列表最多十二個共用的檢視，請先刪除用不到的。", field: "shared" },
		"list_view.not_yours": { words: "只有存下這個檢視的人，或可以更改設定的人，才能更改。" },
		"list_view.stale": { words: "這個檢視剛剛已被更新，請重新整理後再試一次。" },
		"list_view.taken": {
			words: "您在這個列表已有同名的檢視，請換一個名稱。",
			field: "name",
			unique: "list_views.list",
		},
	},
});
