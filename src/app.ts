import { Hono } from "hono";
import { preflight } from "#http/cors.ts";
import type { App, Endpoint } from "#http/endpoint.ts";
import { crash, nowhere, onlyReads } from "#http/errors.ts";
import { paths } from "#http/paths.ts";
import { serve } from "#http/serve.ts";
import { knownState } from "#http/state.ts";
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
import { previewAddress, previewArticle } from "#routes/preview.ts";
import { showSitemap } from "#routes/sitemap.ts";
import { listCategories, listTags } from "#routes/terms.ts";

/** The public API that comes out of the cache. */
const CACHED: readonly Endpoint[] = [
	listArticles,
	showArticle,
	listCategories,
	listTags,
	listPages,
	showPage,
	showHomepage,
	listDocuments,
	showDocument,
	rssFeed,
	atomFeed,
	jsonFeed,
	showSitemap,
	listChanges,
];
const ADDRESSES = [...CACHED, downloadDocument, showAttachment, previewAddress, healthAddress];

export const app = new Hono<App>();
const at = (path: string): string => paths.api.root + path;

for (const endpoint of [...CACHED, openapi(ADDRESSES)]) app.get(at(endpoint.path), serve(endpoint));
app.get(at(downloadDocument.path), serveFile(downloadDocument, "public, max-age=0, must-revalidate"));
app.get(at(showAttachment.path), serveFile(showAttachment, "public, max-age=31536000, immutable"));
app.get(at(previewAddress.path), previewArticle);
app.get(at("/docs"), docsPage(ADDRESSES));
app.get(at(healthAddress.path), showHealth);

// Until the administration has its own front door.
app.get("/", (c) => c.redirect(paths.api.docs(), 302));

app.options(at("/*"), async (c) => preflight(c.req.raw.headers.get("Origin"), (await knownState(c)).allows));
app.all(at("/*"), onlyReads);
app.notFound(nowhere);
app.onError(crash);
