import * as z from "zod";
import { pathOf } from "./old-paths.ts";

export const RedirectQuery = z.strictObject({
	after: z
		.string()
		.regex(/^[0-9]{1,15}$/, "must be an id")
		.default("0")
		.transform(Number)
		.meta({ description: "上一頁的 meta.after；從頭開始為 0" }),
	path: z
		.string()
		.min(1)
		.max(2_000)
		.transform((path) => pathOf(path) ?? "/")
		.optional()
		.meta({ description: "只查這個舊網址；編碼、結尾的斜線與 ? 之後的部分都不影響" }),
});

export const Redirect = z
	.object({
		id: z.int(),
		path: z.string().meta({ description: "官網上的舊路徑，未編碼，結尾沒有斜線" }),
		target: z.string().meta({ description: "要轉到的路徑或網址，已編碼，可直接放進 Location" }),
		status: z.literal(301),
	})
	.meta({ id: "Redirect" });

export const RedirectList = z
	.object({
		data: z.array(Redirect).meta({ description: "依編號，至多 1,000 筆" }),
		meta: z.object({
			after: z.int().meta({ description: "下次以此值作為 after" }),
			has_more: z.boolean(),
		}),
	})
	.meta({ id: "RedirectList" });
