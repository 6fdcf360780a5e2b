/** A record's id, or the placeholder ":id" when a route is declared. */
type Id = number | ":id";

/** The addresses of the office's daily work: a part of the table in paths.ts, used as `paths.admin`. */
export const OFFICE_PATHS = {
	announcements: {
		list: () => "/admin/announcements",
		create: () => "/admin/announcements/new",
		/** Stores a new announcement and publishes or schedules it at once. */
		createPublished: () => "/admin/announcements/new/publication",
		show: (id: Id) => `/admin/announcements/${id}`,
		/** A step of an announcement, or its page, by the last part of its address: publication, closing, ... */
		step: (id: Id, place: string) => `/admin/announcements/${id}/${place}`,
		/** 給我的公告: the announcements for the signed-in staff user; `read` is one of them, `file` its file. */
		reading: () => "/admin/announcements/reading",
		read: (id: Id) => `/admin/announcements/${id}/reading`,
		file: (id: Id, file: string, filename: string) =>
			`/admin/announcements/${id}/files/${file}/${encodeURIComponent(filename)}`,
		filePlace: () => "/admin/announcements/:id/files/:file/:filename",
	},
	tasks: {
		list: () => "/admin/tasks",
		/** 看板: the board of tasks. */
		board: () => "/admin/tasks/board",
		create: () => "/admin/tasks/new",
		/** The form of a new task about a record, such as "member", 12. */
		createAbout: (type: string, id: number) => `/admin/tasks/new?about=${type}:${id}`,
		export: (format: string) => `/admin/tasks/export/${format}`,
		show: (id: Id) => `/admin/tasks/${id}`,
		edit: (id: Id) => `/admin/tasks/${id}/edit`,
		place: (id: Id) => `/admin/tasks/${id}/place`,
		links: (id: Id) => `/admin/tasks/${id}/links`,
		linkRemoval: (id: Id) => `/admin/tasks/${id}/links/removal`,
		/** 留言: the comments on a task. */
		notes: (id: Id) => `/admin/tasks/${id}/notes`,
	},
	confirmations: {
		list: () => "/admin/confirmations",
		/** The step of a confirmation: confirm, stop or withdraw. */
		step: (id: Id, step: string) => `/admin/confirmations/${id}/${step}`,
		/** Confirms many at once. */
		many: () => "/admin/confirmations/many",
		seen: () => "/admin/confirmations/seen",
		receipt: (id: Id) => `/admin/confirmations/receipts/${id}`,
		/** A voucher or income that waits for a second person. */
		money: (kind: string, id: Id) => `/admin/confirmations/${kind}/${id}/posting`,
	},
	health: {
		show: () => "/admin/health",
	},
} as const;
