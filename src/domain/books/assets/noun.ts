import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	ledger: {
		assets: () => "/admin/ledger/assets",
		assetCreate: () => "/admin/ledger/assets/new",
		asset: (id: Id) => `/admin/ledger/assets/${id}`,
		assetRemoval: (id: Id) => `/admin/ledger/assets/${id}/removal`,
		assetsExport: (format: string) => `/admin/ledger/assets/export/${format}`,
		/** The address of the form that drafts the voucher of this year's depreciation (本年折舊). */
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
	jobs: {
		"asset.create": {
			label: "新增財產",
			gate: "ledger_post",
			href: admin.ledger.assetCreate(),
			words: ["固定資產", "設備", "折舊"],
		},
	},
	records: {
		asset: { words: "財產", place: 220 },
	},
	actions: {
		"asset.create": "登記財產",
		"asset.depreciate": "產生折舊傳票",
		"asset.edit": "修改財產",
		"asset.remove": "刪除財產登記",
	},
	freeText: {
		assets: { words: "財產", place: 420, columns: "assets name place keeper note", shown: "asset" },
	},
	shown: {
		asset: { words: "財產", gate: "ledger_post", href: (id) => admin.ledger.asset(Number(id)) },
	},
	refusals: {
		"asset.below_limit": { words: "未達設定裡「列為財產的金額」，請記購置費，不列財產。", field: "cost" },
		"asset.depreciated": { words: "這筆財產已經提列過折舊，不能刪除。報廢或出售時，請填寫處分日期。" },
		"asset.no_contra": { words: "找不到使用中的累計折舊科目（例如 1439），請先到「會計科目」新增。" },
		"asset.no_depreciation": { words: "這一年沒有要提列的折舊。" },
		"asset.stale": { words: "這筆財產剛剛已被其他人更新，請重新整理。" },
		"asset.wrong_account": { words: "請選擇 14 開頭、使用中的財產科目；累計折舊不是財產。", field: "account" },
	},
});
