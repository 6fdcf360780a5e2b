import { LABEL_MAX } from "#domain/content/menus/form.ts";
import type { Menu } from "#domain/content/menus/schema.ts";
import { PATH_MAX, pathOf, TARGET_MAX } from "#domain/content/redirects/old-paths.ts";
import { wantedTarget } from "#domain/content/redirects/rules.ts";
import { Refusal } from "#kernel/refusal.ts";
import { itemsIn, NO_HOSTS, type SiteMenuItem, type SiteMenus, type SiteRedirect } from "../site.ts";
import { type Values, valuesIn } from "./front-matter.ts";
import { inner } from "./own-fields.ts";
import { fail, type Reading, readConfiguration } from "./reading.ts";

const MOST_ITEMS = 50;

/** Reads `menus.yaml` of an export: the items of each menu in order, two levels deep. */
export function menusIn(reading: Reading): SiteMenus {
	const stated = readConfiguration(reading, ["menus.yaml"]);
	const tell = (message: string): void => fail(reading, "menus.yaml", message);
	const item = (values: Values): Omit<SiteMenuItem, "children"> => {
		const [label, target] = [inner(values, "label"), inner(values, "target")];
		if (label.trim() !== label || label === "" || [...label].length > LABEL_MAX)
			tell(`a label has 1 to ${LABEL_MAX} characters: ${label || "(none)"}`);
		if (target !== "" && !isTarget(target)) tell(`\`target\` is no path and no address with https: ${target}`);
		return { label, target };
	};
	const menu = (name: Menu): SiteMenuItem[] => {
		const items = valuesIn(stated[name]).map((values) => ({
			...item(values),
			children: valuesIn(values.children).map((child) => {
				if (child.children !== undefined) tell(`a menu has two levels: ${inner(child, "label")}`);
				return item(child);
			}),
		}));
		const many = itemsIn(items);
		if (many > MOST_ITEMS) tell(`a menu has at most ${MOST_ITEMS} items: ${name}`);
		return items;
	};
	return { main: menu("main"), footer: menu("footer") };
}

/** Reads `redirects.yaml` of an export; two from the same path are an error. */
export function redirectsIn(reading: Reading): SiteRedirect[] {
	const { redirects } = readConfiguration(reading, ["redirects.yaml"]);
	const tell = (message: string): void => fail(reading, "redirects.yaml", message);
	const paths = new Set<string>();
	return valuesIn(redirects).map((values) => {
		const [path, target] = [inner(values, "path"), inner(values, "target")];
		if (path === "" || pathOf(path) !== path || [...path].length > PATH_MAX)
			tell(`\`path\` is a path, not encoded, without a slash at its end: ${path || "(none)"}`);
		if (!isTarget(target)) tell(`\`target\` is no path and no address with https: ${target || "(none)"}`);
		if (paths.has(path)) tell(`\`path\` is there twice: ${path}`);
		paths.add(path);
		return { path, target };
	});
}

function isTarget(target: string): boolean {
	if ([...target].length > TARGET_MAX) return false;
	try {
		wantedTarget(target, NO_HOSTS, "redirect.bad_target");
		return true;
	} catch (error) {
		if (error instanceof Refusal) return false;
		throw error;
	}
}
