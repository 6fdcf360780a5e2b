import { type Context, Hono } from "hono";
import type { App } from "#http/context.ts";
import { preflight } from "#http/cors.ts";
import { isCrossSite } from "#http/cross-site.ts";
import type { Address, Endpoint } from "#http/endpoint.ts";
import { crash, nowhere, onlyReads } from "#http/errors.ts";
import { paths } from "#http/paths.ts";
import { serve } from "#http/serve.ts";
import { shield } from "#http/shield.ts";
import { knownState } from "#http/state.ts";
import { watchStorage } from "#platform/storage.ts";
import { listAnnouncements, showAnnouncement } from "#routes/announcements.ts";
import { listArticles, showArticle } from "#routes/articles.ts";
import { listChanges } from "#routes/changes.ts";
import { docsPage } from "#routes/docs.ts";
import { listDocuments, showDocument } from "#routes/documents.ts";
import { atomFeed, jsonFeed, rssFeed } from "#routes/feeds.ts";
import { downloadDocument, serveFile, showAttachment } from "#routes/files.ts";
import { healthAddress, showHealth } from "#routes/health.ts";
import { showHomepage } from "#routes/homepage.ts";
import { openapi } from "#routes/openapi.ts";
import { listPages, showPage } from "#routes/pages.ts";
import { articlePreview, pagePreview, servePreview } from "#routes/preview.ts";
import { listRedirects } from "#routes/redirects.ts";
import { search } from "#routes/search.ts";
import { showSite } from "#routes/site.ts";
import { showSitemap } from "#routes/sitemap.ts";
import { listCategories, listTags } from "#routes/terms.ts";
import { mountSurfaces } from "#surfaces.ts";

/** The endpoints of the public API whose answers are cached. */
const CACHED: readonly Endpoint[] = [
	listArticles,
	showArticle,
	listCategories,
	listTags,
	listPages,
	showPage,
	showHomepage,
	showSite,
	listDocuments,
	showDocument,
	listAnnouncements,
	showAnnouncement,
	rssFeed,
	atomFeed,
	jsonFeed,
	search,
	showSitemap,
	listRedirects,
	listChanges,
];
const PREVIEWS = [articlePreview, pagePreview];
/** The addresses of the public API that its document and the typed client know. */
export const ADDRESSES: readonly Address[] = [...CACHED, downloadDocument, showAttachment, ...PREVIEWS, healthAddress];

/** Loads the code that draws pages, on the first request for a page; the API answers without it. */
const drawing = () => import("#pages.ts");

export const app = new Hono<App>();
app.use(async (c, next) => {
	c.env = watchStorage(c.env);
	await next();
});
app.use(shield);
app.use(async (c, next) => (isCrossSite(c.req.raw) ? (await drawing()).problems.crossSite(c) : next()));
for (const door of [
	paths.login(),
	paths.loginCode(),
	paths.forgot(),
	paths.activate(),
	paths.account.confirm(),
	paths.account.password(),
])
	app.use(door, async (c, next) => (await drawing()).problems.onlyPaced(c, next));

const isApi = (c: Context): boolean => c.req.path.startsWith(`${paths.api.root}/`);
const at = (path: string): string => paths.api.root + path;

for (const endpoint of [...CACHED, openapi(ADDRESSES)]) app.get(at(endpoint.path), serve(endpoint));
app.get(
	at(downloadDocument.path),
	serveFile(downloadDocument, { cacheControl: "public, max-age=0, must-revalidate", asksAlways: true }),
);
app.get(at(showAttachment.path), serveFile(showAttachment, { cacheControl: "public, max-age=31536000, immutable" }));
for (const preview of PREVIEWS) app.get(at(preview.path), servePreview(preview));
app.get(at("/docs"), docsPage(ADDRESSES));
app.get(at(healthAddress.path), showHealth);

mountSurfaces(app, async ({ load, frame }) => {
	const [routes, { pagesOf }] = await Promise.all([load(), drawing()]);
	return pagesOf(routes, frame);
});

app.post(paths.hooks.resend(), async (c) => (await import("#routes/mail-hook.ts")).mailHook.handle(c));

app.options(at("/*"), async (c) => preflight(c.req.raw.headers.get("Origin"), (await knownState(c)).allows));
app.all(at("/*"), onlyReads);
app.notFound(async (c) => (isApi(c) ? nowhere(c) : (await drawing()).problems.missing(c)));
app.onError(async (error, c) => (isApi(c) ? crash(error, c) : (await drawing()).problems.crashed(error, c)));
