import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	documents: {
		list: () => "/admin/documents",
		bulk: (place: string) => `/admin/documents/bulk/${place}`,
		/** The address that takes back that documents were taken down, archived or put into the trash. */
		undo: () => "/admin/documents/undo",
		create: () => "/admin/documents/new",
		/** The addresses of the documents that staff who do not manage documents may read, and of their files. */
		reading: () => "/admin/documents/reading",
		readingFile: (id: Id) => `/admin/documents/reading/${id}/file`,
		show: (id: Id) => `/admin/documents/${id}`,
		step: (id: Id, place: string) => `/admin/documents/${id}/${place}`,
		versions: (id: Id) => `/admin/documents/${id}/versions`,
		version: (id: Id, number: number | ":number") => `/admin/documents/${id}/versions/${number}`,
		/** The address of the form that makes an older version the current one again. */
		restoration: (id: Id, number: number | ":number") => `/admin/documents/${id}/versions/${number}/restoration`,
	},
};

const member = {
	/** The addresses of the documents (文件) that a member may read, and of their files. */
	documents: {
		list: () => "/member/documents",
		file: (id: Id) => `/member/documents/${id}/file`,
	},
};

export const documents = noun({
	isNobodys: true,
	pages: {
		below: ["/admin/documents"],
		load: async () => (await import("#admin/content/documents/routes.ts")).DOCUMENT_ROUTES,
	},
	addresses: { admin, member },
	permissions: {
		"documents.manage": { group: "office", place: 30, words: "管理內部文件", roles: ["secretary"] },
		"documents.publish": { group: "website", place: 60, words: "發布公開文件", roles: ["editor"] },
	},
	gates: {
		/**
		 * The users who may manage public documents, or also those for members and for chosen readers; the action
		 * checks which.
		 */
		documents: ["documents.publish", "documents.manage"],
		/**
		 * The users who may use 文件閱覽: staff who do not manage documents. The query filters which documents a user
		 * may read.
		 */
		documents_read: { staffWithout: "documents.manage" },
	},
	menu: [
		{
			group: "office",
			place: 100,
			label: "文件閱覽",
			href: admin.documents.reading(),
			gate: "documents_read",
			words: ["內部文件", "章程", "會議紀錄", "下載", "檔案", "documents"],
		},
		{
			group: "website",
			place: 60,
			label: "文件",
			href: admin.documents.list(),
			gate: "documents",
			words: ["章程", "下載", "檔案", "版本", "documents"],
		},
	],
	jobs: {
		"document.create": {
			label: "新增文件",
			gate: "documents",
			href: admin.documents.create(),
			words: ["上傳文件", "章程", "會議紀錄", "document"],
			start: { place: 67, key: "D", icon: "upload" },
		},
	},
	records: {
		document: { words: "文件" },
	},
	actions: {
		"document.add_version": "上傳文件的新版本",
		"document.archive": "封存文件",
		"document.create": "新增文件",
		"document.download": "下載文件",
		"document.edit": "修改文件",
		"document.publish": "發布文件",
		"document.restore": "還原文件",
		"document.restore_version": "還原文件的舊版本",
		"document.schedule": "排程發布文件",
		"document.trash": "將文件移到垃圾桶",
		"document.unarchive": "恢復發布文件",
		"document.unpublish": "下架文件",
	},
	search: {
		document: { name: "文件", place: 100, by: "名稱、分類、說明或網址", unit: "份", gate: "staff" },
	},
	freeText: {
		documents: { words: "文件", place: 230, columns: "documents slug title description category", shown: "document" },
		document_versions: {
			words: "文件各版本的檔名與說明",
			place: 240,
			columns: "document_versions filename note",
			shown: "document",
			kept: "版本不可更改；刪除整份文件時一起刪除",
		},
	},
	shown: {
		document: { words: "文件", gate: "documents", href: (id) => admin.documents.show(Number(id)) },
	},
	refusals: {
		"document.count_is_final": { words: "下載次數只會增加，不能修改。" },
		"document.is_pressed": {
			words: "這份公告由系統依資料產生，種類、公開與檔案不能自己改；請到產生它的頁面重新發布。",
		},
		"document.needs_manage": {
			words: "您只能處理公開的文件；會員與限定的文件，請由有「管理內部文件」權限的人處理。",
			field: "visibility",
		},
		"document.needs_publish": {
			words: "公開的文件要由有「發布公開文件」權限的人處理，請改為會員或限定，或請編輯發布。",
			field: "visibility",
		},
		"document.no_file": { words: "請先選擇檔案；沒有檔案的文件不能發布。", field: "file" },
		"document.permission_refused": {
			words: "只有限定的文件可以選擇權限，而且不能是一般會員的權限。",
			field: "permission",
		},
		"document.same_file": { words: "這個檔案和現行版本完全相同。", field: "file" },
		"document.slug_taken": { words: "這個網址已經有文件使用，請換一個。", field: "slug" },
		"document.stale": { words: "這份文件在您編輯時已被其他人更新。" },
		"document.version_is_current": { words: "現行版本不能刪除。" },
		"document.version_is_final": { words: "文件的版本上傳後不能修改。" },
	},
});
