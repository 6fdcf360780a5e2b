import * as z from "zod";
import { line, Version } from "#kernel/form.ts";
import { MENUS, type Menu } from "./schema.ts";

/** The largest length of an item's words, in code points. */
export const LABEL_MAX = 40;
const TARGET_MAX = 1_000;
const isMenu = (text: string): text is Menu => MENUS.some((menu) => menu === text);

/** Where an item stands: at the top of a menu, or below the item `parentId`. */
export type MenuPlace = { menu: Menu } | { parentId: number };

const Place = z
	.string()
	.regex(/^(?:main|footer|[1-9][0-9]{0,15})$/, { error: "請選擇位置。" })
	.transform((text): MenuPlace => (isMenu(text) ? { menu: text } : { parentId: Number(text) }));

/** The form of a menu's item; an empty target makes a heading, an empty position puts the item at the end. */
export const MenuItemInput = z.strictObject({
	label: line(LABEL_MAX).refine((label) => label !== "", { error: "請填寫文字。" }),
	target: line(TARGET_MAX),
	place: Place,
	position: z
		.string()
		.transform((text) => text.normalize("NFKC").trim())
		.pipe(z.string().regex(/^(?:[1-9][0-9]{0,2})?$/, { error: "順序請填 1 到 999 的整數，或留空排在最後。" }))
		.transform((text) => (text === "" ? null : Number(text))),
});
export type MenuItemInput = z.infer<typeof MenuItemInput>;
export const MenuItemEdit = MenuItemInput.extend({ version: Version });
export const MenuItemRemoval = z.strictObject({ version: Version });
