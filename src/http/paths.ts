/** Every address that is linked to, redirected to or tested. Path parts are encoded once, here. */
const part = encodeURIComponent;
const parts = (path: string): string => path.split("/").map(part).join("/");

const API = "/api/v1";

export const paths = {
	api: {
		root: API,
		articles: () => `${API}/articles`,
		article: (slug: string) => `${API}/articles/${part(slug)}`,
		articlePreview: (id: number, token: string) => `${API}/preview/articles/${id}?token=${part(token)}`,
		page: (path: string) => `${API}/pages/${parts(path)}`,
		documents: () => `${API}/documents`,
		document: (slug: string) => `${API}/documents/${part(slug)}`,
		documentDownload: (slug: string) => `${API}/documents/${part(slug)}/download`,
		attachment: (id: string, filename: string) => `${API}/attachments/${id}/${part(filename)}`,
		feed: (format: "rss" | "atom" | "json") => `${API}/feeds/articles.${format}`,
		openapi: () => `${API}/openapi.json`,
		docs: () => `${API}/docs`,
	},
	/** On the public website, whose origin is a setting. */
	site: {
		article: (slug: string) => `/articles/${part(slug)}`,
		page: (path: string) => `/${parts(path)}`,
	},
} as const;
