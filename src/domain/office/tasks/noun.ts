import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	tasks: {
		list: () => "/admin/tasks",
		/** The address of the board of tasks (看板). */
		board: () => "/admin/tasks/board",
		create: () => "/admin/tasks/new",
		/** The address of the form of a new task about a record, such as "member", 12. */
		createAbout: (type: string, id: number) => `/admin/tasks/new?about=${type}:${id}`,
		export: (format: string) => `/admin/tasks/export/${format}`,
		/** The addresses of the change of many tasks, and of the choice that leads to it. */
		change: () => "/admin/tasks/change",
		changeChoice: () => "/admin/tasks/change/choice",
		/** The address that takes back what was done to tasks at one moment. */
		undo: () => "/admin/tasks/undo",
		show: (id: Id) => `/admin/tasks/${id}`,
		edit: (id: Id) => `/admin/tasks/${id}/edit`,
		/** The address to which a row of the list sends who does a task, until when and how urgent it is. */
		arrange: (id: Id) => `/admin/tasks/${id}/arrangement`,
		/** The address to which a card of the board sends the same. */
		arrangeCard: (id: Id) => `/admin/tasks/board/${id}/arrangement`,
		place: (id: Id) => `/admin/tasks/${id}/place`,
		links: (id: Id) => `/admin/tasks/${id}/links`,
		linkRemoval: (id: Id) => `/admin/tasks/${id}/links/removal`,
		/** The addresses to which the forms of a task's checklist are sent: a new item, and what is done with one. */
		items: (id: Id) => `/admin/tasks/${id}/items`,
		itemEdit: (id: Id) => `/admin/tasks/${id}/items/edit`,
		itemTick: (id: Id) => `/admin/tasks/${id}/items/tick`,
		itemPlace: (id: Id) => `/admin/tasks/${id}/items/place`,
		itemRemoval: (id: Id) => `/admin/tasks/${id}/items/removal`,
		/** The address to which comments on a task (留言) are sent. */
		notes: (id: Id) => `/admin/tasks/${id}/notes`,
	},
};

export const tasks = noun({
	isNobodys: true,
	pages: { below: ["/admin/tasks"], load: async () => (await import("#admin/office/tasks/routes.ts")).TASK_ROUTES },
	addresses: { admin },
	permissions: {
		"tasks.manage": { group: "office", place: 20, words: "管理任務", roles: ["secretary"] },
	},
	gates: {
		/**
		 * The users who may use tasks (任務): every staff user may be assigned tasks and sees the tasks assigned to
		 * that user (the query filters them); seeing all tasks needs tasks.manage.
		 */
		tasks: "staff",
		tasks_manage: ["tasks.manage"],
	},
	menu: [
		{
			group: "office",
			place: 80,
			label: "任務",
			href: admin.tasks.list(),
			gate: "tasks",
			waits: "tasks",
			words: ["待辦", "看板", "期限", "逾期", "負責人", "交辦", "tasks", "board"],
		},
	],
	jobs: {
		"task.create": {
			label: "新增任務",
			gate: "tasks_manage",
			href: admin.tasks.create(),
			words: ["待辦", "交辦", "工作", "提醒", "task"],
		},
	},
	hanging: {
		tasks: {
			words: "未完成的任務",
			gate: "tasks_manage",
			href: (userId) => `${admin.tasks.list()}?assignee=${userId}`,
			next: "請改派給其他人",
		},
	},
	records: {
		task: { words: "任務" },
	},
	actions: {
		"task.create": "新增任務",
		"task.edit": "修改任務",
		"task.export": "匯出任務",
		"task.item": "新增任務的檢查項目",
		"task.item_edit": "修改任務的檢查項目",
		"task.item_order": "調整檢查項目的順序",
		"task.item_removal": "刪除任務的檢查項目",
		"task.link": "任務連結紀錄",
		"task.move": "任務改狀態",
		"task.order": "調整任務的順序",
		"task.tick": "勾選任務的檢查項目",
		"task.unlink": "移除任務的連結",
		"task.untick": "取消勾選任務的檢查項目",
	},
	search: {
		task: { name: "任務", place: 30, by: "標題或說明的開頭", unit: "項", gate: "tasks" },
	},
	freeText: {
		tasks: { words: "任務", place: 20, columns: "tasks title body", shown: "task" },
		task_items: { words: "任務的檢查清單", place: 21, columns: "task_items text", shown: "task" },
	},
	shown: {
		task: { words: "任務", gate: "tasks_manage", href: (id) => admin.tasks.show(Number(id)) },
	},
	refusals: {
		"task.assignee_unfit": { words: "這位目前不能登入後台，請選擇另一位負責人。", field: "assignee" },
		"task.is_kept": { words: "任務不能刪除，不做的請改為「不處理」。" },
		"task.item_stale": { words: "這個檢查項目剛才已被其他人修改或刪除。" },
		"task.items_full": { words: "一件任務最多 50 個檢查項目。" },
		"task.link_gone": { words: "這個連結已經移除。" },
		"task.link_taken": { words: "這筆紀錄已經連結了。" },
		"task.links_full": { words: "一件任務最多連結 20 筆紀錄。" },
		"task.no_record": { words: "找不到這筆紀錄，或您沒有權限查看。" },
		"task.stale": { words: "這件任務剛才已被其他人更新。" },
	},
});
