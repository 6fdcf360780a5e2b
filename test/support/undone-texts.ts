/** The rounds of admin/undo.test.ts that are about texts and documents: what is pressed, and what somebody else does meanwhile. */
import { paths } from "#http/paths.ts";
import { insert, insertArticle, page } from "./content.ts";
import { document } from "./documents.ts";
import { rows } from "./users.ts";

const { admin } = paths;

export type Sent = { to: string; form: Record<string, string | string[]> };
export type Row = Record<string, unknown>;
/** What was made for a round: what is pressed, what of the database it may change, and what somebody else does meanwhile. */
export type Round = { press: Sent; state: () => Promise<Row[]>; meddle: Sent };
type Pick = <T>(some: readonly T[]) => T;

const KINDS = {
	article: { table: "articles", places: admin.articles, pins: ", is_pinned, pinned_until" },
	page: { table: "pages", places: admin.pages, pins: "" },
	document: { table: "documents", places: admin.documents, pins: "" },
};
export type Kind = keyof typeof KINDS;

const LATER = Date.UTC(2099, 0, 1);
/** How a text may stand before each step, with the times that it then has. */
const STOOD = {
	draft: { publish_at: LATER },
	scheduled: { publish_at: LATER, unpublish_at: LATER + 60_000 },
	published: { published_at: 1, unpublish_at: LATER },
	archived: { published_at: 1, archived_at: 2 },
};
type State = keyof typeof STOOD;
const FROM: Record<Step, readonly State[]> = {
	unpublication: ["published", "scheduled"],
	archiving: ["published"],
	trashing: ["draft", "scheduled", "published", "archived"],
};
export type Step = "unpublication" | "archiving" | "trashing";
/** What somebody else does after the step; another save of the text where it is a draft again. */
const MEDDLES = { unpublication: "", archiving: "republication", trashing: "restoration" };

let count = 5_000;
/** Makes a text, published unless told; a public article may be pinned. */
async function make(kind: Kind, state: State, pin: Row = {}): Promise<number> {
	const fields = { state, ...STOOD[state], ...(state === "published" ? pin : {}) } as Record<string, number | string>;
	const slug = crypto.randomUUID();
	if (kind === "article") return insertArticle({ slug, ...fields });
	if (kind === "page") {
		count += 1;
		await insert("pages", { ...page(count, slug), ...fields });
		return count;
	}
	const id = await document({ title: slug, visibility: "public" });
	const set = Object.keys({ publish_at: 0, unpublish_at: 0, archived_at: 0 }).map((name) => `${name} = ?`);
	const { publish_at = null, unpublish_at = null, archived_at = null } = fields;
	await rows(
		`UPDATE documents SET state = ?, ${set} WHERE id = ? RETURNING id`,
		state,
		publish_at,
		unpublish_at,
		archived_at,
		id,
	);
	return id;
}

const stateOf = (kind: Kind, ids: readonly number[]) => async (): Promise<Row[]> =>
	rows(
		`SELECT id, title, state, published_at, publish_at, unpublish_at, archived_at, trashed_at${KINDS[kind].pins}
		FROM ${KINDS[kind].table} WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`,
		JSON.stringify(ids),
	);

/** The form of the editor of a text, as it is stored; its times are those that the step takes away. */
async function formOf(kind: Kind, id: number, version: string): Promise<Sent["form"]> {
	const [row] = await rows<{ title: string; slug: string }>(
		`SELECT title, slug FROM ${KINDS[kind].table} WHERE id = ?`,
		id,
	);
	const both = { version, title: row?.title ?? "", slug: row?.slug ?? "", publish_at: "", unpublish_at: "" };
	if (kind === "document")
		return { ...both, category: "", description: "", visibility: "public", permission: "", published_at: "" };
	const text = { ...both, slot: String(id), excerpt: "", body: "內文。", seo_title: "", seo_description: "" };
	const writing = { ...text, canonical_url: "", publish: "now" };
	if (kind === "page") return { ...writing, parent_id: "" };
	return { ...writing, type: "news", tags: "", author_name: "", cover_alt: "", related: "", pinned_until: "" };
}

const PINS = [{}, { is_pinned: 1 }, { is_pinned: 1, pinned_until: LATER }];

/** A step that is taken with one text. */
export async function stepping(kind: Kind, step: Step, pick: Pick): Promise<Round> {
	const { places } = KINDS[kind];
	const id = await make(kind, pick(FROM[step]), kind === "article" ? pick(PINS) : {});
	const again = MEDDLES[step];
	const after = await formOf(kind, id, "2");
	return {
		press: { to: places.step(id, step), form: await formOf(kind, id, "1") },
		state: stateOf(kind, [id]),
		meddle: again
			? { to: places.step(id, again), form: after }
			: { to: places.show(id), form: { ...after, title: "別人改的" } },
	};
}

/** A step that is taken with three documents. */
export async function documentsStepping(step: "archiving" | "trashing", pick: Pick): Promise<Round> {
	const state = pick(FROM[step]);
	const some = [await make("document", state), await make("document", state), await make("document", state)];
	const [one = 0] = some;
	return {
		press: { to: admin.documents.bulk(step), form: { ids: some.map(String) } },
		state: stateOf("document", some),
		meddle: { to: admin.documents.step(one, MEDDLES[step]), form: await formOf("document", one, "2") },
	};
}

/** What is done to three articles, with what takes it back for one of them. */
const OPPOSITE = {
	...{ pin: "pin-removal", "pin-removal": "pin", tag: "tag-removal", "tag-removal": "tag" },
	...{ archiving: "trashing", trashing: "restoration" },
};
export async function articlesChanging(kind: keyof typeof OPPOSITE, pick: Pick): Promise<Round> {
	const some: number[] = [];
	for (let nth = 0; nth < 3; nth += 1) {
		const pin = kind === "pin" ? {} : pick(kind === "pin-removal" ? PINS.slice(1) : PINS);
		const article = await make("article", kind === "trashing" ? pick(FROM.trashing) : "published", pin);
		for (const tag of kind === "tag-removal" ? [901, 902] : [902])
			await insert("article_tags", { article_id: article, tag_id: tag });
		some.push(article);
	}
	const state = async () => {
		const tags = rows(
			`SELECT article_id, group_concat(tag_id) AS tags FROM (SELECT * FROM article_tags ORDER BY tag_id)
			WHERE article_id IN (SELECT value FROM json_each(?)) GROUP BY article_id`,
			JSON.stringify(some),
		);
		return [...(await stateOf("article", some)()), ...(await tags)];
	};
	const form = { ids: some.map(String), here: "", tag: "901" };
	return {
		press: { to: admin.articles.bulk(kind), form },
		state,
		meddle: { to: admin.articles.bulk(OPPOSITE[kind]), form: { ...form, ids: [String(some[0])] } },
	};
}

type Ordered = { to: string; ids: readonly number[]; state: () => Promise<Row[]> };
/** Moves one of four, which stand beside each other, up or down. */
async function ordering({ to, ids, state }: Ordered, pick: Pick): Promise<Round> {
	const all = (await state()).map(({ id }) => Number(id));
	const from = all.indexOf(pick(ids));
	const ways = [ids.includes(all[from - 1] ?? 0) && "up", ids.includes(all[from + 1] ?? 0) && "down"];
	const way = pick(ways.filter((one) => one !== false));
	const other = way === "up" ? from - 1 : from + 1;
	const after = all.with(from, all[other] ?? 0).with(other, all[from] ?? 0);
	return {
		press: { to, form: { seen: all.join(" "), move: `${all[from]} ${way}` } },
		state,
		// Somebody else moves the one with which it changed places.
		meddle: { to, form: { seen: after.join(" "), move: `${all[other]} ${way}` } },
	};
}

/** Inserts four rows, beside each other, and returns their ids. */
async function four(table: string, row: (id: number, nth: number) => Parameters<typeof insert>[1]): Promise<number[]> {
	const ids = [1, 2, 3, 4].map((nth) => count + nth);
	count += ids.length;
	for (const [nth, id] of ids.entries()) await insert(table, { id, created_at: 1, updated_at: 1, ...row(id, nth + 1) });
	return ids;
}

export async function categoryMoving(pick: Pick): Promise<Round> {
	const ids = await four("categories", (id) => ({ slug: `c-${id}`, name: `分類${id}`, position: id }));
	const state = () =>
		rows("SELECT id, row_number() OVER (ORDER BY position, id) AS nth FROM categories ORDER BY position, id");
	return ordering({ to: admin.categories.order(), ids, state }, pick);
}

export async function menuItemMoving(pick: Pick): Promise<Round> {
	await rows("DELETE FROM menu_items RETURNING id");
	const item = { menu: "footer", label: "項目" };
	const ids = await four("menu_items", (_, position) => ({ ...item, menu: "main", position }));
	const [top] = await four("menu_items", (_, position) => ({ ...item, position }));
	await four("menu_items", (_, position) => ({ ...item, position, parent_id: top ?? 0 }));
	const order = "m.menu = 'footer', coalesce(p.position, m.position), p.id IS NOT NULL, m.position";
	const state = () =>
		rows(
			`SELECT m.id, row_number() OVER (ORDER BY ${order}) AS nth FROM menu_items m
			LEFT JOIN menu_items p ON p.id = m.parent_id ORDER BY ${order}`,
		);
	return ordering({ to: admin.menus.order(), ids, state }, pick);
}

/** Moves one of four pages at the top below another, or among them. */
export async function pageMoving(pick: Pick): Promise<Round> {
	const ids = await four("pages", (id) => ({ slug: `p-${id}`, path: `p-${id}`, title: `頁${id}`, position: id }));
	const id = pick(ids);
	const others = ids.filter((one) => one !== id);
	const state = () =>
		rows(
			`SELECT id, parent_id, path, row_number() OVER (PARTITION BY parent_id ORDER BY position, id) AS nth FROM pages
			WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`,
			JSON.stringify(ids),
		);
	const to = admin.pages.move(id);
	// Past the last place is the last.
	const among = { parent_id: "", position: id === ids[3] ? "0" : "9999" };
	const under = () => ({ parent_id: String(pick(others)), position: "0" });
	return {
		press: { to, form: { version: "1", ...pick([among, under()]) } },
		state,
		meddle: { to, form: { version: "2", ...under() } },
	};
}
