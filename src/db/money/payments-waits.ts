import { waits } from "#db/waiting.ts";

const submitted = {
	permission: "payments.verify",
	count: () => "SELECT count(*) FROM payments WHERE status = 'submitted'",
} as const;

export const payments = waits({
	menu: {
		payments: { ...submitted, count: (me) => `${submitted.count()} AND submitted_by IS NOT ${me}` },
	},
	hanging: { payments: { place: 40, ...submitted } },
	sent: (me) => `${submitted.count()} AND +submitted_by = ${me}`,
});
