import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	ledger: {
		assets: () => "/admin/ledger/assets",
		assetCreate: () => "/admin/ledger/assets/new",
		asset: (id: Id) => `/admin/ledger/assets/${id}`,
		assetRemoval: (id: Id) => `/admin/ledger/assets/${id}/removal`,
		assetsExport: (format: string) => `/admin/ledger/assets/export/${format}`,
		/** 本年折舊 as a draft. */
		depreciation: () => "/admin/ledger/assets/depreciation",
	},
};

export const assets = noun({
	addresses: { admin },
	menu: [
		{
			group: "finance",
			place: 110,
			label: "財產",
			href: admin.ledger.assets(),
			gate: "ledger",
			words: ["折舊", "財產目錄", "設備", "assets"],
		},
	],
	records: {
		asset: { words: "財產", place: 220 },
	},
	actions: {
		"asset.create": "登記財產",
		"asset.depreciate": "產生折舊傳票",
		"asset.edit": "修改財產",
		"asset.remove": "刪除財產登記",
	},
});
