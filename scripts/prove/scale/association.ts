/** The association that is made large, and the addresses that are asked of it: all pages, and the API of the website. */
import { open } from "#db/commit.ts";
import { fillPages } from "../../../test/support/admin-rows.ts";
import { sessionOf } from "../../../test/support/admin-server.ts";
import { FILES, PAGES, type Role } from "../../../test/support/every-page.ts";
import { dataFolder, readSecrets } from "../../../test/support/prepared-data.ts";
import { openBindings } from "../../bindings.ts";
import { provideDigestStream } from "../../digest-stream.ts";

/** An address, the route that it is of, and who asks for it. */
export type Address = { route: string; path: string; as: Role };
export type Association = { folder: string; addresses: Address[]; sessions: Record<"admin" | "member", string> };

const API = [
	...[
		"homepage",
		"articles",
		"articles?page=2",
		"articles?category=association",
		"articles/news-1",
		"categories",
		"tags",
	],
	...["pages", "pages/about", "documents", "sitemap.xml", "changes?since=0"],
	...["feeds/articles.rss", "feeds/articles.atom", "feeds/articles.json"],
].map((path) => `/api/v1/${path}`);

/** Files of all rows that there are; what is asked of them grows with the association. */
const isExport = (route: string): boolean => /\/export(?:\/|$)/.test(route) || route === "/admin/receipts/pdf";

/** Makes the demo association's data with something of everything; whoever asks for it removes the folder. */
export async function association(): Promise<Association> {
	provideDigestStream();
	const folder = await dataFolder("demo");
	process.env.DATA_DIR = folder;
	const { env, dispose } = await openBindings({ remote: false });
	try {
		const store = { env, db: open(env.DB), secrets: readSecrets() };
		const known = await fillPages(store);
		await env.DB.batch(
			[1, 2, 3, 4].map((n) =>
				env.DB.prepare(
					`INSERT INTO articles (slug, type, state, title, published_at, created_at, updated_at)
					VALUES (?1, 'news', 'published', ?1, ?2, 1, 1)`,
				).bind(`news-${n}`, n),
			),
		);
		await env.DB.prepare(
			"INSERT INTO article_categories SELECT a.id, c.id FROM articles a, categories c WHERE a.slug LIKE 'news-%' AND c.slug = 'association'",
		).run();
		const session = (name: string): Promise<string> => sessionOf(store, `${name}@example.org`);
		return {
			folder,
			addresses: addressesOf(known),
			sessions: { admin: await session("admin"), member: await session("member") },
		};
	} finally {
		await dispose();
	}
}

function addressesOf(known: Readonly<Record<string, readonly string[]>>): Address[] {
	const files = Object.keys(FILES).filter((route) => !isExport(route));
	const places: { path: string; as: Role }[] = [
		...PAGES,
		...files.map((path) => ({ path, as: path.startsWith("/member") ? ("member" as const) : ("admin" as const) })),
		...API.map((path) => ({ path, as: "nobody" as const })),
	];
	return places.flatMap(({ path: route, as }) => {
		const paths = known[route] ?? (route.includes(":") ? undefined : [route]);
		if (!paths) throw new Error(`which address has ${route}? Add it to fillPages()`);
		return paths.map((path) => ({ route, path, as }));
	});
}
