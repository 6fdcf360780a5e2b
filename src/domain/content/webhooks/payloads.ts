import * as z from "zod";
import { BulkData, EVENT_FILTERS, NoticeData } from "./schema.ts";

const timestamp = z.iso.datetime({ offset: true }).meta({ description: "寄出的時間，ISO 8601" });
const CHANGES = EVENT_FILTERS.filter((name) => !name.endsWith(".*"));

/** The bodies of webhooks as websites get them; the OpenAPI document and the typed client are made of them. */
export const WebhookChange = z
	.object({ type: z.enum(CHANGES), timestamp, data: NoticeData })
	.meta({ id: "WebhookChange", description: "一件公開內容的異動" });
export const WebhookBulk = z
	.object({ type: z.literal("content.bulk"), timestamp, data: BulkData })
	.meta({ id: "WebhookBulk", description: "超過 20 件一起的異動" });
export const WebhookPing = z
	.object({
		type: z.literal("ping"),
		timestamp,
		data: z.object({ tags: z.array(z.string()), paths: z.array(z.string()) }),
	})
	.meta({ id: "WebhookPing", description: "測試" });
