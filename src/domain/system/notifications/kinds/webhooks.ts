import * as z from "zod";
import { button, facts, inWords, notification, paragraph } from "#domain/system/notifications/letter.ts";

/**
 * The notice to the users who manage the website that a webhook was disabled (Webhook 已停用). It has the `host` only,
 * because an address may contain a token of the site.
 */
export const webhookDisabled = notification({
	data: z.strictObject({ endpointId: z.int(), host: z.string(), reason: z.string(), disabledAt: z.int() }),
	write: ({ endpointId, host, reason, disabledAt }, { links }) => ({
		subject: `通知官網已停用：${host}`,
		blocks: [
			paragraph(`系統已停止把更新通知送往 ${host}。在重新啟用之前，官網不會即時更新內容。`),
			facts(["網站", host], ["原因", reason], ["時間", inWords(disabledAt)]),
			button("查看通知官網", links.webhook(endpointId)),
		],
	}),
});

/** The notice to the users who manage the website that it answers too slowly (官網回應太慢). */
export const webhookSlow = notification({
	data: z.strictObject({ endpointId: z.int(), host: z.string(), since: z.int() }),
	write: ({ endpointId, host, since }, { links }) => ({
		subject: `官網回應太慢：${host}`,
		blocks: [
			paragraph(
				`${host} 沒有在 3 秒內回應更新通知。系統改為單獨送給它，每次最多等 15 秒，直到有一次成功；這段期間官網的更新可能較慢。`,
			),
			facts(["網站", host], ["時間", inWords(since)]),
			button("查看通知官網", links.webhook(endpointId)),
		],
	}),
});
