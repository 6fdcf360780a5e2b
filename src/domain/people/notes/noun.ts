import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	members: {
		notes: {
			list: (id: Id) => `/admin/members/${id}/notes`,
			store: (id: Id) => `/admin/members/${id}/notes`,
		},
	},
	notes: {
		chosen: () => "/admin/notes/chosen",
		edit: (id: Id) => `/admin/notes/${id}`,
		hiding: (id: Id) => `/admin/notes/${id}/hiding`,
	},
};

export const notes = noun({
	isNobodys: true,
	pages: {
		below: ["/admin/notes", "/admin/members/:id/notes", "/admin/tasks/:id/notes"],
		load: async () => (await import("#admin/people/notes/routes.ts")).NOTE_ROUTES,
	},
	addresses: { admin },
	permissions: {
		"notes.manage": { group: "members", place: 60, words: "寫備忘錄", roles: ["secretary"] },
	},
	gates: {
		notes: [["members.view", "notes.manage"]],
	},
	jobs: {
		"note.create": {
			label: "寫備忘錄",
			gate: "notes",
			ofMember: (id) => admin.members.notes.list(id),
			words: ["備註", "記事", "電話紀錄", "關懷", "新增備忘錄", "note"],
			start: { place: 30, key: "M", icon: "note" },
		},
	},
	records: {
		note: { words: "備忘錄" },
	},
	actions: {
		"note.create": "新增備忘錄",
		"note.edit": "更正備忘錄",
		"note.hide": "隱藏備忘錄",
	},
	freeText: {
		notes: { words: "備忘錄與留言", place: 10, columns: "notes content hidden_reason" },
	},
	refusals: {
		"note.no_record": { words: "這筆資料已經不在，或已併入另一筆，備忘錄沒有儲存。" },
		"note.not_yours": { words: "只有作者能在 24 小時內修改。" },
		"note.stale": { words: "這則備忘錄剛剛已被更新。" },
	},
});
