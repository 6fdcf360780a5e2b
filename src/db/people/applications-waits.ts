import { waits } from "#db/waiting.ts";

export const applications = waits({
	menu: {
		applications: {
			permission: "members.approve",
			count: (me) =>
				`SELECT count(*) FROM members WHERE status = 'applied' AND merged_into IS NULL AND user_id IS NOT ${me}`,
		},
	},
});
