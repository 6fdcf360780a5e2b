import { waits } from "#db/waiting.ts";

export const linkRequests = waits({
	menu: {
		links: {
			permission: "members.manage",
			count: () => "SELECT count(*) FROM link_requests WHERE status = 'open'",
		},
	},
});
