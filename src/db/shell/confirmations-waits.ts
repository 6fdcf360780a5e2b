import { waits } from "#db/waiting.ts";

export const confirmations = waits({
	menu: {
		confirmations: {
			count: (me) => `SELECT count(*) FROM confirmations c WHERE c.state = 'waiting' AND EXISTS (
				SELECT 1 FROM confirmation_deciders d WHERE d.confirmation_id = c.id AND d.user_id = ${me})`,
		},
	},
	sent: (me) => `SELECT count(*) FROM confirmations WHERE state = 'waiting' AND requested_by = ${me}`,
});
