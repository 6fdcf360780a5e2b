import { personal } from "#db/personal-data.ts";

export const webhooks = personal({
	noFreeText: {
		outbox: { columns: "event subject", why: "codes and ids" },
		webhook_attempts: { columns: "answer", why: "what a website answered, kept for days" },
		webhook_deliveries: { columns: "id type resource data", why: "codes, ids and addresses, kept for days" },
		webhook_endpoints: {
			columns: "url secret previous_secret events disabled_reason",
			why: "addresses of websites; sealed; written by the program",
		},
	},
});
