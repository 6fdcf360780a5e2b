import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	synonyms: {
		list: () => "/admin/synonyms",
		create: () => "/admin/synonyms/new",
		edit: (id: Id) => `/admin/synonyms/${id}`,
		removal: (id: Id) => `/admin/synonyms/${id}/removal`,
	},
};

export const synonyms = noun({
	isNobodys: true,
	pages: {
		below: ["/admin/synonyms"],
		load: async () => (await import("#admin/content/synonyms/routes.ts")).SYNONYM_ROUTES,
	},
	addresses: { admin },
	gates: {
		synonyms: ["pages.manage"],
	},
	menu: [
		{
			group: "website",
			place: 47,
			label: "同義詞",
			href: admin.synonyms.list(),
			gate: "synonyms",
			words: ["搜尋", "近義詞", "別名", "synonyms"],
		},
	],
	jobs: {
		"synonym.create": {
			label: "新增同義詞",
			gate: "synonyms",
			href: admin.synonyms.create(),
			words: ["近義詞", "官網搜尋"],
		},
	},
	records: {
		synonym: { words: "同義詞", place: 97 },
	},
	actions: {
		"synonym.create": "新增同義詞",
		"synonym.edit": "修改同義詞",
		"synonym.remove": "刪除同義詞",
	},
	freeText: {
		synonyms: { words: "同義詞", place: 197, columns: "synonyms words", shown: "synonym" },
	},
	shown: {
		synonym: { words: "同義詞", gate: "synonyms", href: (id) => admin.synonyms.edit(Number(id)) },
	},
	refusals: {
		"synonym.bad_words": { words: "每個詞最多 40 個字，不能是空白。", field: "words" },
		"synonym.full": { words: "同義詞最多 100 組。請先刪除用不到的。", field: "words" },
		"synonym.stale": { words: "這組同義詞在您編輯時已被其他人更新。" },
		"synonym.taken": { words: "其中有詞已經在另一組同義詞裡。請改到那一組加上去。", field: "words" },
		"synonym.used_id": { words: "這個編號已經用過。" },
	},
});
