import { MENUS } from "#domain/content/menus/schema.ts";
import type { Site } from "../site.ts";
import { yaml } from "./texts.ts";

/** Writes `menus.yaml` and `redirects.yaml`; a site without menus or without redirects has no such file. */
export function writeLinks({ menus, redirects }: Site): Map<string, string> {
	const link = ({ label, target }: { label: string; target: string }) => ({ label, target: target || undefined });
	const shown = MENUS.filter((menu) => menus[menu].length > 0).map((menu) => [
		menu,
		menus[menu].map(({ children, ...item }) => ({
			...link(item),
			children: children.length > 0 ? children.map(link) : undefined,
		})),
	]);
	return new Map([
		...(shown.length > 0 ? [["menus.yaml", yaml(Object.fromEntries(shown))] as const] : []),
		...(redirects.length > 0 ? [["redirects.yaml", yaml({ redirects })] as const] : []),
	]);
}
