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
		"roles.manage": { group: "system", place: 20, words: "管理角色" },
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
	records: {
		role: { words: "角色", place: 30 },
	},
	actions: {
		"role.create": "新增角色",
		"role.edit": "修改角色",
		"role.remove": "刪除角色",
	},
});
