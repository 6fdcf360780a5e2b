import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	roles: {
		list: () => "/admin/roles",
		create: () => "/admin/roles/new",
		edit: (id: Id) => `/admin/roles/${id}`,
		removal: (id: Id) => `/admin/roles/${id}/removal`,
	},
};

export const roles = noun({
	pages: { below: ["/admin/roles"], load: async () => (await import("#admin/system/roles/routes.ts")).ROLE_ROUTES },
	addresses: { admin },
	permissions: {
		"roles.manage": { group: "system", place: 20, words: "管理角色", isPower: true },
	},
	gates: {
		roles: ["roles.manage"],
	},
	menu: [
		{
			group: "system",
			place: 30,
			label: "角色",
			href: admin.roles.list(),
			gate: "roles",
			words: ["權限", "職務", "roles"],
		},
	],
	jobs: {
		"role.create": {
			label: "新增角色",
			gate: "roles",
			href: admin.roles.create(),
			words: ["權限", "職務"],
		},
	},
	records: {
		role: { words: "角色", place: 30 },
	},
	actions: {
		"role.create": "新增角色",
		"role.edit": "修改角色",
		"role.remove": "刪除角色",
	},
	freeText: {
		roles: { words: "角色", place: 550, columns: "roles name description", shown: "none" },
	},
	refusals: {
		"role.code_taken": { words: "這個代號已經有角色使用，請換一個。", field: "code", unique: "roles.code" },
		"role.in_use": { words: "還有使用者屬於這個角色，請先移除後再刪除。" },
		"role.name_taken": { words: "已經有同名的角色，請換一個名稱。", field: "name" },
		"role.own": { words: "您或家人屬於這個角色，不能為它增加權限，請由其他管理員處理。", field: "permissions" },
		"role.shipped": { words: "系統內建的角色不能刪除。" },
		"role.stale": { words: "這個角色在您編輯時已被其他人更新。" },
	},
});
