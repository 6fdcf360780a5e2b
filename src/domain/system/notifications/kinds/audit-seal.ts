import * as z from "zod";
import { button, facts, inWords, note, notification, paragraph } from "#domain/system/notifications/letter.ts";

/**
 * The notice of the audit log's newest seal (稽核存證). People keep it outside the database, so that nobody can rewrite
 * the whole chain unnoticed.
 */
export const auditSeal = notification({
	data: z.strictObject({ sealId: z.int(), toId: z.int(), hash: z.string(), sealedAt: z.int() }),
	write: ({ sealId, toId, hash, sealedAt }, { links }) => ({
		subject: `稽核紀錄防竄改存證 第 ${sealId} 號`,
		blocks: [
			paragraph("這是稽核紀錄目前最新的防竄改存證。請保存這封信：日後若有人更動過去的紀錄，存證就會對不起來。"),
			facts(
				["存證編號", String(sealId)],
				["涵蓋至", `第 ${toId} 筆紀錄`],
				["存證時間", inWords(sealedAt)],
				["雜湊值", hash],
			),
			note("核對時，系統中同一編號的存證，雜湊值應該和這封信完全相同。"),
			button("查看稽核紀錄", links.audit()),
		],
	}),
});
