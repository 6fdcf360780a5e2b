import * as z from "zod";

/** The menus of the website, in the order in which staff see them. */
export const MENUS = ["main", "footer"] as const;
export type Menu = (typeof MENUS)[number];

const Link = z
	.object({
		label: z.string().meta({ description: "選單上的文字" }),
		kind: z.enum(["article", "page", "document", "address", "heading"]).meta({
			description: "連到文章、單頁、文件或其他網址；heading 只是標題，沒有連結",
		}),
		slug: z.string().nullable().meta({ description: "文章或文件的網址代稱、單頁的路徑，未編碼；其他為 null" }),
		url: z.string().meta({ format: "uri" }).nullable().meta({ description: "完整的網址，已編碼" }),
		external: z.boolean().meta({ description: "連到別的網站" }),
	})
	.meta({ id: "MenuLink" });
const Item = Link.extend({ children: z.array(Link).meta({ description: "下一層，依顯示順序" }) }).meta({
	id: "MenuItem",
});

export const Menus = z
	.object({
		main: z.array(Item).meta({ description: "主選單，依顯示順序" }),
		footer: z.array(Item).meta({ description: "頁尾選單，依顯示順序" }),
	})
	.meta({ id: "Menus" });
export type Menus = z.infer<typeof Menus>;
