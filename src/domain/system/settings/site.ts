import * as z from "zod";
import { linksIn } from "./links.ts";
import type { Name } from "./schema.ts";
import { keyOf, valuesOf } from "./stored.ts";

const OF_ASSOCIATION = [
	"name",
	"short_name",
	"address",
	"phone",
	"email",
	"tax_id",
	"registration_no",
] as const satisfies Name<"association">[];
const OF_SITE = ["privacy_url", "social_links"] as const satisfies Name<"site">[];

/** The keys of the settings that everybody may read at GET /api/v1/site, besides the logo and the website's address. */
export const SITE_KEYS: readonly string[] = [
	...OF_ASSOCIATION.map((name) => keyOf("association", name)),
	...OF_SITE.map((name) => keyOf("site", name)),
];
/** The keys whose change triggers tell as `site.updated` (migrations/0055_site.sql). */
export const TOLD_KEYS: readonly string[] = [
	...SITE_KEYS,
	keyOf("association", "logo_file_id"),
	keyOf("site", "PUBLIC_SITE_ORIGIN"),
];

const Address = z.string().meta({ format: "uri" });

/** What GET /api/v1/site says of the association; the menus stand beside it. */
export const SiteFacts = z.object({
	name: z.string().meta({ description: "協會名稱" }),
	short_name: z.string().meta({ description: "簡稱；沒有設定時為協會名稱" }),
	url: Address.meta({ description: "官網網址，結尾沒有斜線" }),
	logo: z
		.object({ url: Address, width: z.int().nullable(), height: z.int().nullable() })
		.nullable()
		.meta({ description: "換圖時網址也會換，可以永久快取" }),
	contact: z.object({
		address: z.string().nullable(),
		phone: z.string().nullable(),
		email: z.string().nullable(),
	}),
	tax_id: z.string().nullable().meta({ description: "統一編號" }),
	registration_no: z.string().nullable().meta({ description: "立案證書字號" }),
	social: z.array(z.object({ label: z.string(), url: Address })).meta({ description: "社群連結，依顯示順序" }),
	privacy_url: Address.nullable().meta({ description: "隱私權政策" }),
});

const Stored = z.record(z.string(), z.string());
const orNull = (text: string): string | null => text || null;

/**
 * Returns what the website shows of the association, from the settings among `SITE_KEYS` as the JSON of an object. A
 * stored text that is no valid value (written by plain SQL) counts as not set, and so does such a line of the links.
 */
export function siteFacts(settings = "{}") {
	const stored = new Map(Object.entries(Stored.parse(JSON.parse(settings))));
	const { values: own } = valuesOf("association", stored);
	const { values: site } = valuesOf("site", stored);
	return {
		name: own.name,
		short_name: own.short_name || own.name,
		contact: { address: orNull(own.address), phone: orNull(own.phone), email: orNull(own.email) },
		tax_id: orNull(own.tax_id),
		registration_no: orNull(own.registration_no),
		social: linksIn(stored.get(keyOf("site", "social_links")) ?? ""),
		privacy_url: orNull(site.privacy_url),
	};
}
