import { waits } from "#db/waiting.ts";

const submitted = {
	permission: "payments.verify",
	count: () => "SELECT count(*) FROM payments WHERE status = 'submitted'",
} as const;

export const payments = waits({ menu: { payments: submitted }, hanging: { payments: { place: 40, ...submitted } } });
