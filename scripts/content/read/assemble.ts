import { filesIn } from "#domain/content/content/files.ts";
import { emptySite, type Finding, type Site } from "../site.ts";
import { inOrder } from "../tidy.ts";
import { aliasesOf } from "./aliases.ts";
import { openShelf } from "./bodies.ts";
import type { Folder } from "./folder.ts";
import { indexLinks } from "./link-index.ts";
import type { ForeignSite } from "./reading.ts";
import { HOME, type Named, nameAll } from "./slugs.ts";
import { collectTerms } from "./terms.ts";
import {
	type AssembleOptions,
	articleOf,
	kindOf,
	type Linked,
	leftOver,
	linkText,
	pageOf,
	type Settled,
	type Work,
} from "./texts.ts";
import { unique } from "./values.ts";

/**
 * Settles everything that concerns several texts of a foreign site: slugs, the tree of pages, links, files, categories
 * and tags.
 */
export function assemble(folder: Folder, foreign: ForeignSite, options: AssembleOptions, findings: Finding[]): Site {
	const named = nameAll(
		foreign.drafts.map((draft) => ({ ...draft, kind: kindOf(draft, options) })),
		findings,
	);
	const drafts = named.map(({ draft }) => draft);
	for (const { kind, path, categories, tags } of drafts)
		if (kind === "page" && categories.length + tags.length > 0)
			findings.push({
				path,
				line: null,
				kind: "warning",
				message: "a page has no categories or tags here: they are kept, without the page",
			});
	const work: Work = {
		options,
		findings,
		find: indexLinks(folder, foreign, named),
		shelf: openShelf(folder, findings),
		categories: collectTerms(drafts, "categories", findings),
		tags: collectTerms(drafts, "tags", findings),
	};
	const linked = named.flatMap((one) => linkText(one, work) ?? []);
	const settled = settle(linked, work, named);
	const ranks = rankPages(named);
	return inOrder({
		...emptySite(),
		articles: settled.filter(({ linked }) => isArticle(linked)).map((text) => articleOf(text, work)),
		pages: settled
			.filter(({ linked }) => !isArticle(linked))
			.map((text) => pageOf(text, work, ranks.get(text.linked.named) ?? 0)),
		categories: unique([...work.categories.values()]),
		tags: unique([...work.tags.values()]),
		files: work.shelf.files,
	});
}

const isArticle = ({ named }: Linked): boolean => named.draft.kind === "article";

/** Gives each text its aliases and the unused files of its bundle, once it is known which files the texts show. */
function settle(linked: Linked[], work: Work, named: Named[]): Settled[] {
	const aliases = aliasesOf(named, work.findings);
	const used = new Set(linked.flatMap(({ body, cover }) => [...filesIn(body), ...(cover ? [cover.id] : [])]));
	return linked.map((text) => {
		const { cover, files } = leftOver(text, work, used);
		for (const { id } of files) used.add(id);
		const { title } = text;
		return {
			linked: cover ? { ...text, cover: { id: cover.id, alt: title } } : text,
			aliases: aliases.get(text.named) ?? [],
			attachments: files.map(({ id }) => ({ id, description: "" })),
		};
	});
}

/** Returns the order of pages under each parent, from 1: by weight, pages without a weight last, then by path. */
function rankPages(named: Named[]): Map<Named, number> {
	const ranks = new Map<Named, number>();
	const pages = named.filter(({ draft }) => draft.kind === "page");
	for (const parent of new Set(pages.map(({ parentPath }) => parentPath))) {
		const siblings = pages.filter(({ parentPath }) => parentPath === parent);
		const weight = ({ draft, path }: Named): number =>
			path === HOME ? Number.MIN_SAFE_INTEGER : draft.weight || Number.MAX_SAFE_INTEGER;
		siblings.sort((a, b) => weight(a) - weight(b) || (a.draft.path < b.draft.path ? -1 : 1));
		siblings.forEach((page, index) => void ranks.set(page, index + 1));
	}
	return ranks;
}
