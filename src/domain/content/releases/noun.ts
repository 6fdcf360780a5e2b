import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	releases: {
		list: () => "/admin/releases",
		create: () => "/admin/releases/new",
		show: (id: Id) => `/admin/releases/${id}`,
		edit: (id: Id) => `/admin/releases/${id}/edit`,
		paper: (id: Id) => `/admin/releases/${id}/paper`,
		withdrawal: (id: Id) => `/admin/releases/${id}/withdrawal`,
		/** The list of stories that were public before there were releases. */
		stories: () => "/admin/releases/stories",
	},
};

export const releases = noun({
	pages: {
		below: ["/admin/releases"],
		load: async () => (await import("#admin/content/releases/routes.ts")).RELEASE_ROUTES,
	},
	addresses: { admin },
	permissions: {
		"consents.manage": { group: "website", place: 55, words: "管理同意書", roles: ["secretary", "editor"] },
	},
	gates: {
		releases: ["consents.manage"],
	},
	menu: [
		{
			group: "website",
			place: 55,
			label: "同意書",
			href: admin.releases.list(),
			gate: "releases",
			waits: "releases",
			words: ["同意", "肖像", "照片授權", "病友故事", "撤回", "consents"],
		},
	],
	jobs: {
		"release.create": {
			label: "登錄同意書",
			gate: "releases",
			href: admin.releases.create(),
			words: ["肖像", "故事授權", "新增同意書"],
		},
	},
	records: {
		release: { words: "同意書", place: 295 },
	},
	actions: {
		"announcement.hold": "公告因同意書停止公開",
		"article.hold": "文章因同意書停止公開",
		"page.hold": "單頁因同意書停止公開",
		"release.create": "登錄同意書",
		"release.edit": "修改同意書",
		"release.tie": "把同意書連到圖片",
		"release.untie": "解除同意書與圖片的連結",
		"release.view": "查看同意書檔案",
		"release.withdraw": "撤回同意",
	},
	freeText: {
		releases: {
			words: "同意書",
			place: 225,
			columns: "releases name representative relation no_paper note withdrawal",
			shown: "release",
			kept: "已撤回的同意書，證明協會停止使用",
		},
	},
	shown: {
		release: { words: "同意書", gate: "releases", href: (id) => admin.releases.show(Number(id)) },
	},
	refusals: {
		"release.is_final": { words: "這份同意書已經撤回，不能再修改，也不能解除它的連結。要再使用，請登錄新的同意書。" },
		"release.is_withdrawn": { words: "這份同意書已經撤回，不能再使用。", field: "release" },
		"release.missing": {
			words: "病友故事要有同意書才能公開：請在「同意」選擇同意書，或確認內容沒有可辨識的人後勾選。",
			field: "releases",
		},
		"release.no_member": { words: "沒有這個會員編號的會員，請再確認，或留空。", field: "member_no" },
		"release.no_paper": { words: "請上傳同意書，或寫下為什麼還沒有。", field: "no_paper" },
		"release.not_valid": {
			words: "這裡有一份同意書今天不適用於官網的故事（未同意這個用途、未到期間、已到期或已撤回），請移除或換一份。",
			field: "releases",
		},
		"release.picture": { words: "用到的圖片有一份同意書今天不適用於官網，請換掉圖片，或請對方重新同意。" },
		"release.shown": {
			words: "官網上還有內容依這份同意書公開，這樣改就不再適用。請先下架那些內容；要全部停止使用，請按「撤回同意」。",
		},
		"release.stale": { words: "這份同意書剛剛已被其他人更新，請看最新的內容。" },
		"release.unknown": { words: "沒有這個編號的同意書，請再確認。", field: "releases" },
	},
});
