import { LABEL_MAX } from "#domain/content/menus/form.ts";
import type { MENUS } from "#domain/content/menus/schema.ts";
import { PATH_MAX, pathOf, TARGET_MAX } from "#domain/content/redirects/old-paths.ts";
import { wantedTarget } from "#domain/content/redirects/rules.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { SiteMenuItem, SiteMenus, SiteRedirect } from "../site.ts";
import { isValues, type Value, type Values } from "./front-matter.ts";
import { inner } from "./own-fields.ts";
import { type Reading, readConfiguration } from "./reading.ts";

const MOST_ITEMS = 50;
/** Nothing of an export is an address of the service: links to its texts are paths. */
const NO_HOSTS = { base: "", origin: "" };

/** Reads `menus.yaml` of an export: the items of each menu in order, two levels deep. */
export function menusIn(reading: Reading): SiteMenus {
	const stated = readConfiguration(reading, ["menus.yaml"]);
	const fail = failIn(reading, "menus.yaml");
	const item = (values: Values): Omit<SiteMenuItem, "children"> => {
		const [label, target] = [inner(values, "label"), inner(values, "target")];
		if (label.trim() !== label || label === "" || [...label].length > LABEL_MAX)
			fail(`a label has 1 to ${LABEL_MAX} characters: ${label || "(none)"}`);
		if (target !== "" && !isTarget(target)) fail(`\`target\` is no path and no address with https: ${target}`);
		return { label, target };
	};
	const menu = (name: (typeof MENUS)[number]): SiteMenuItem[] => {
		const items = listed(stated[name]).map((values) => ({
			...item(values),
			children: listed(values.children).map((child) => {
				if (child.children !== undefined) fail(`a menu has two levels: ${inner(child, "label")}`);
				return item(child);
			}),
		}));
		const many = items.reduce((sum, { children }) => sum + 1 + children.length, 0);
		if (many > MOST_ITEMS) fail(`a menu has at most ${MOST_ITEMS} items: ${name}`);
		return items;
	};
	return { main: menu("main"), footer: menu("footer") };
}

/** Reads `redirects.yaml` of an export; two from the same path are an error. */
export function redirectsIn(reading: Reading): SiteRedirect[] {
	const { redirects } = readConfiguration(reading, ["redirects.yaml"]);
	const fail = failIn(reading, "redirects.yaml");
	const paths = new Set<string>();
	return listed(redirects).map((values) => {
		const [path, target] = [inner(values, "path"), inner(values, "target")];
		if (path === "" || pathOf(path) !== path || [...path].length > PATH_MAX)
			fail(`\`path\` is a path, not encoded, without a slash at its end: ${path || "(none)"}`);
		if (!isTarget(target)) fail(`\`target\` is no path and no address with https: ${target || "(none)"}`);
		if (paths.has(path)) fail(`\`path\` is there twice: ${path}`);
		paths.add(path);
		return { path, target };
	});
}

const failIn =
	({ findings }: Reading, path: string) =>
	(message: string): void =>
		void findings.push({ path, line: null, kind: "error", message });

const listed = (value: Value | undefined): Values[] => (Array.isArray(value) ? value.filter(isValues) : []);

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
