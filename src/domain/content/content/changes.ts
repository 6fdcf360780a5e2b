import * as z from "zod";

export const RESOURCES = [
	"article",
	"page",
	"category",
	"tag",
	"document",
	"announcement",
	"redirect",
	"site",
] as const;
export const EVENTS = ["created", "published", "updated", "unpublished", "archived", "deleted"] as const;

/** A revision: milliseconds since 1970, 13 digits for now; up to 15 are accepted. */
const revision = z
	.string()
	.regex(/^[0-9]{1,15}$/, "must be a revision")
	.transform(Number);

/** The revision that an answer must have reached: a parameter and a header of every address that is cached. */
export const MinRev = revision.meta({
	description: "回應至少要是這個版次；還讀不到時回 503 與 Retry-After: 1，比時鐘快五秒以上回 400",
});

export const ChangesQuery = z.strictObject({
	since: revision.meta({ description: "您已知的最後版次；0 表示全部" }),
});

export const Change = z
	.object({
		rev: z.int(),
		resource: z.enum(RESOURCES),
		id: z.int(),
		slug: z.string().meta({ description: "頁面與轉址則為其路徑" }),
		previous_slug: z.string().nullable(),
		event: z.enum(EVENTS),
	})
	.meta({ id: "Change" });

export const ChangesReply = z
	.object({
		data: z.array(Change).meta({ description: "由舊到新，至多 500 筆" }),
		meta: z.object({
			rev: z.int().meta({ description: "下次以此值作為 since" }),
			has_more: z.boolean(),
		}),
	})
	.meta({ id: "ChangesReply" });

export const HealthReply = z
	.object({ status: z.enum(["ok", "down"]), rev: z.int().nullable() })
	.meta({ id: "HealthReply" });
