import { waits } from "#db/waiting.ts";

const pending = {
	permission: "certificates.review",
	count: () => "SELECT count(*) FROM disability_certificates WHERE status = 'pending'",
} as const;

export const certificates = waits({
	menu: {
		certificates: { ...pending, count: (me) => `${pending.count()} AND uploaded_by IS NOT ${me}` },
	},
	hanging: { certificates: { place: 50, ...pending } },
	sent: (me) => `${pending.count()} AND uploaded_by = ${me}`,
});
