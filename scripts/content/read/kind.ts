import type { Folder } from "./folder.ts";

/** The generator of a site; `own` is an export of this program. */
export type SiteKind = "own" | "jekyll" | "hugo" | "plain" | "wordpress";

/** What a folder can be; WordPress is exported as a file. */
type FolderKind = Exclude<SiteKind, "wordpress">;

/** The folders in which repositories store a site beside other things. */
const BELOW = ["docs", "site", "website", "www", "blog", "src", "web"];

/** Recognises a site's generator by its files; `below` is the folder of the site when a repository stores it in one. */
export function recognise({ files }: Folder): { kind: FolderKind; below: string } {
	const paths = [...files.keys()];
	const at = kindAt(paths);
	if (at !== "plain") return { kind: at, below: "" };
	for (const below of BELOW) {
		const inside = paths.filter((path) => path.startsWith(`${below}/`)).map((path) => path.slice(below.length + 1));
		const kind = kindAt(inside);
		if (kind !== "plain") return { kind, below };
	}
	return { kind: "plain", below: "" };
}

function kindAt(paths: string[]): FolderKind {
	const has = (pattern: RegExp): boolean => paths.some((path) => pattern.test(path));
	if (has(/^site\.ya?ml$/) && has(/^(?:articles|pages|documents|announcements)\//)) return "own";
	if (has(/^hugo\.(?:toml|ya?ml|json)$/) || has(/^config\/_default\//)) return "hugo";
	if (has(/^source\/_posts\//)) return "plain";
	if (has(/^config\.(?:toml|ya?ml|json)$/) && has(/^content\//)) return "hugo";
	if (has(/^_config\.(?:ya?ml|toml)$/) || has(/^(?:.+\/)?_posts\//)) return "jekyll";
	if (has(/^content\/(?:.+\/)?_index\.\w+$/) || (has(/^content\//) && has(/^archetypes\//))) return "hugo";
	return "plain";
}
