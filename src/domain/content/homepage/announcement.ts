import * as z from "zod";
import { Instant } from "#domain/content/content/schema.ts";

export const Announcement = z
	.object({
		id: z.int(),
		slug: z.string(),
		title: z.string(),
		body_html: z.string(),
		is_pinned: z.boolean(),
		published_at: Instant,
		until: Instant.nullable(),
	})
	.meta({ id: "Announcement" });
