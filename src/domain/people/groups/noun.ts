import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	groups: {
		list: () => "/admin/groups",
		create: () => "/admin/groups/new",
		edit: (id: Id) => `/admin/groups/${id}/edit`,
		/** The address of the people of all groups; `of` leads to those of one group, which is the group's own page. */
		people: () => "/admin/groups/people",
		of: (id: number) => `/admin/groups/people?group=${id}`,
		peopleFile: (format: string) => `/admin/groups/people/export/${format}`,
		/** The address of the form that takes people into one group by what they are called. */
		joining: (id: Id) => `/admin/groups/${id}/joining`,
		/** The address of the form that takes members chosen in their list into a group. */
		joiningChosen: () => "/admin/groups/joining",
		/** The address that takes back whom a user took into groups at one moment. */
		joiningUndo: () => "/admin/groups/joining/undo",
		membership: (id: Id) => `/admin/groups/memberships/${id}`,
		membershipRemoval: (id: Id) => `/admin/groups/memberships/${id}/removal`,
	},
};

/** Being in a group gives no right and no money, so staff may take in their own family, as they may write notes about it. */
export const groups = noun({
	isNobodys: true,
	pages: { below: ["/admin/groups"], load: async () => (await import("#admin/people/groups/routes.ts")).GROUP_ROUTES },
	addresses: { admin },
	menu: [
		{
			group: "office",
			place: 15,
			label: "群組",
			href: admin.groups.list(),
			gate: "members",
			words: ["支持團體", "分區", "志工", "病友團體", "groups"],
		},
	],
	jobs: {
		"group.create": {
			label: "新增群組",
			gate: "members_manage",
			href: admin.groups.create(),
			words: ["分組", "小組", "志工隊"],
		},
	},
	records: {
		group: { words: "群組", place: 15 },
	},
	actions: {
		"group.create": "新增群組",
		"group.edit": "修改群組",
		"group.export": "匯出群組的人",
		"group.join": "加入群組",
		"group.change": "修改在群組的日期",
		"group.remove": "移除登錯的群組紀錄",
	},
	search: {
		group: {
			name: "群組",
			place: 15,
			by: "名稱或說明",
			unit: "個",
			gate: "members",
			finds: { table: "member_groups", label: "name", sub: "description", href: admin.groups.of },
		},
	},
	freeText: {
		groups: { words: "群組", place: 35, columns: "member_groups name description", shown: "group" },
	},
	shown: {
		group: { words: "群組", gate: "members_manage", href: (id) => admin.groups.edit(Number(id)) },
	},
	refusals: {
		"group.is_kept": { words: "有人在或曾經在這個群組，不能刪除，請改為停用。" },
		"group.no_member": { words: "這位會員的資料已併入另一筆或已去識別化，不能加入群組。" },
		"group.not_today": { words: "只有登錄當天可以移除。日期登錯了請修改日期；離開了請填最後一天。" },
		"group.overlap": { words: "這段時間和同一位會員在這個群組的另一段重疊，請改日期。", field: "from_on" },
		"group.retired": { words: "這個群組已停用或不存在，不能再加入人，請重新選擇。", field: "group" },
		"group.stale": { words: "這筆資料剛剛已被其他人更新，請重新整理。" },
		"group.taken": {
			words: "已有同名的群組在使用中，請換一個名稱。",
			field: "name",
			unique: "member_groups.name",
		},
	},
});
