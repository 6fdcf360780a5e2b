import { waits } from "#db/waiting.ts";

export const privacy = waits({
	menu: {
		privacy: {
			permission: "members.manage",
			count: () => "SELECT count(*) FROM privacy_requests WHERE status = 'open'",
		},
	},
});
