import { noun } from "#kernel/noun.ts";

const admin = {
	settings: {
		/** The address of the page of who may do what (誰可以辦). */
		who: () => "/admin/settings/who",
		show: () => "/admin/settings",
		group: (group: string) => `/admin/settings/${group}`,
		history: (group: string) => `/admin/settings/${group}/history`,
		mailTest: () => "/admin/settings/mail/test",
		logo: () => "/admin/settings/association/logo",
		seal: () => "/admin/settings/receipts/seal",
		sealRemoval: () => "/admin/settings/receipts/seal/removal",
		logoRemoval: () => "/admin/settings/association/logo/removal",
	},
};

export const settings = noun({
	isNobodys: true,
	pages: {
		below: ["/admin/settings"],
		load: async () => (await import("#admin/system/settings/routes.ts")).SETTINGS_ROUTES,
	},
	addresses: { admin },
	permissions: {
		"settings.manage": { group: "system", place: 30, words: "修改設定", isPower: true },
	},
	gates: {
		settings: ["settings.manage"],
	},
	menu: [
		{
			group: "system",
			place: 40,
			label: "設定",
			href: admin.settings.show(),
			gate: "settings",
			words: ["協會名稱", "會址", "統一編號", "標誌", "會費", "官網網址", "寄件人", "兩步驟驗證", "settings"],
		},
	],
	records: {
		settings: { words: "設定", place: 50 },
	},
	actions: {
		"settings.update": "修改設定",
	},
	freeText: {
		settings: { words: "設定", place: 530, columns: "settings value", shown: "settings" },
		old_settings: {
			words: "設定的修改紀錄",
			place: 540,
			columns: "settings_history value",
			shown: "settings",
			kept: "修改紀錄不可更改",
		},
	},
	shown: {
		settings: { words: "設定", gate: "settings", href: () => admin.settings.show() },
	},
	refusals: {
		"settings.append_only": { words: "設定的歷史紀錄不能修改。" },
		"settings.seal_jpeg": { words: "圖記請用 JPEG（白底）；PDF 收據放不進 PNG。請另存為 JPEG 再上傳。", field: "file" },
		"settings.stale": { words: "這些設定在您編輯時已被其他人更新。" },
	},
});
