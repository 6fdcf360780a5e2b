import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	segments: {
		list: () => "/admin/segments",
		create: () => "/admin/segments/new",
		edit: (id: Id) => `/admin/segments/${id}/edit`,
	},
};

/** Conditions of the members' list under a name; they are about nobody in particular. */
export const segments = noun({
	isNobodys: true,
	pages: {
		below: ["/admin/segments"],
		load: async () => (await import("#admin/people/segments/routes.ts")).SEGMENT_ROUTES,
	},
	addresses: { admin },
	menu: [
		{
			group: "office",
			place: 16,
			label: "條件名單",
			href: admin.segments.list(),
			gate: "members",
			words: ["常用條件", "分眾", "篩選", "名單", "segments"],
		},
	],
	jobs: {
		"segment.create": {
			label: "新增條件名單",
			gate: "members_manage",
			href: admin.segments.create(),
			words: ["名單", "條件", "篩選"],
		},
	},
	records: {
		segment: { words: "條件名單", place: 16 },
	},
	actions: {
		"segment.create": "新增條件名單",
		"segment.edit": "修改條件名單",
	},
	search: {
		segment: {
			name: "條件名單",
			place: 16,
			by: "名稱或說明",
			unit: "份",
			gate: "members_manage",
			finds: { table: "member_segments", label: "name", sub: "description", href: admin.segments.edit },
		},
	},
	freeText: {
		segments: { words: "條件名單", place: 38, columns: "member_segments name description", shown: "segment" },
	},
	shown: {
		segment: { words: "條件名單", gate: "members_manage", href: (id) => admin.segments.edit(Number(id)) },
	},
	refusals: {
		"segment.field_closed": {
			words: "條件裡有一個自訂欄位已停用，或不是能查看會員的人都看得到，不能放進條件名單。",
		},
		"segment.no_condition": { words: "請至少選一個條件。", field: "status" },
		"segment.is_kept": { words: "條件名單不能刪除，請改為停用。" },
		"segment.stale": { words: "這份條件名單剛剛已被其他人更新，請重新整理。" },
		"segment.taken": {
			words: "已有同名的條件名單在使用中，請換一個名稱。",
			field: "name",
			unique: "member_segments.name",
		},
	},
});
