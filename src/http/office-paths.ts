/** An id, or the name of a place for one where a route is declared. */
type Id = number | ":id";

/** The addresses of what the office does every day: a part of the table in paths.ts, and used as `paths.admin`. */
export const OFFICE_PATHS = {
	announcements: {
		list: () => "/admin/announcements",
		create: () => "/admin/announcements/new",
		/** A new one that is published, or scheduled, at once. */
		createPublished: () => "/admin/announcements/new/publication",
		show: (id: Id) => `/admin/announcements/${id}`,
		/** A step, or a page of one, by the name of its place: publication, closing, mailing ... */
		step: (id: Id, place: string) => `/admin/announcements/${id}/${place}`,
		/** Those that are for oneself, as staff read them; one of them, and its files. */
		reading: () => "/admin/announcements/reading",
		read: (id: Id) => `/admin/announcements/${id}/reading`,
		file: (id: Id, file: string, filename: string) =>
			`/admin/announcements/${id}/files/${file}/${encodeURIComponent(filename)}`,
		filePlace: () => "/admin/announcements/:id/files/:file/:filename",
	},
	tasks: {
		list: () => "/admin/tasks",
		/** 看板. */
		board: () => "/admin/tasks/board",
		create: () => "/admin/tasks/new",
		/** A new one about a record: "member", 12. */
		createAbout: (type: string, id: number) => `/admin/tasks/new?about=${type}:${id}`,
		export: (format: string) => `/admin/tasks/export/${format}`,
		show: (id: Id) => `/admin/tasks/${id}`,
		edit: (id: Id) => `/admin/tasks/${id}/edit`,
		place: (id: Id) => `/admin/tasks/${id}/place`,
		links: (id: Id) => `/admin/tasks/${id}/links`,
		linkRemoval: (id: Id) => `/admin/tasks/${id}/links/removal`,
		/** 留言. */
		notes: (id: Id) => `/admin/tasks/${id}/notes`,
	},
	confirmations: {
		list: () => "/admin/confirmations",
		/** confirm, stop or withdraw. */
		step: (id: Id, step: string) => `/admin/confirmations/${id}/${step}`,
		/** Many in one press. */
		many: () => "/admin/confirmations/many",
		seen: () => "/admin/confirmations/seen",
		receipt: (id: Id) => `/admin/confirmations/receipts/${id}`,
		/** A voucher or income that waits for its second person. */
		money: (kind: string, id: Id) => `/admin/confirmations/${kind}/${id}/posting`,
	},
	health: {
		show: () => "/admin/health",
	},
} as const;
