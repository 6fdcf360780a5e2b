import { personal } from "#db/personal-data.ts";

export const health = personal({
	noFreeText: {
		cron_tasks: { columns: "name error", why: "written by the program" },
		dead_letters: { columns: "id queue body", why: "ids of what the queue was told" },
		form_submissions: { columns: "key", why: "random" },
		guard: { columns: "code", why: "holds no row" },
		health_reports: { columns: "findings", why: "codes and numbers" },
	},
});
