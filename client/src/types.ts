// Made by `npm run client:build` from the API's schemas. Do not edit.

export type Announcement = {
	id: number;
	slug: string;
	title: string;
	body_html: string;
	is_pinned: boolean;
	/** ISO 8601，含時區 */
	published_at: string;
	until: string | null;
};

export type Article = {
	id: number;
	slug: string;
	type: "news" | "event" | "knowledge" | "story" | "research" | "media";
	title: string;
	excerpt: string;
	cover_image: Image | null;
	is_pinned: boolean;
	/** ISO 8601，含時區 */
	published_at: string;
	/** ISO 8601，含時區 */
	updated_at: string;
	reading_minutes: number;
	author: {
		name: string;
	} | null;
	categories: Term[];
	tags: Term[];
	/** 官網上的文章網址 */
	url: string;
	body_markdown: string;
	/** 已清理；標題有 id；網址皆為絕對網址 */
	body_html: string;
	toc: TocEntry[];
	attachments: Attachment[];
	seo: Seo;
	/** 前一篇（較早發布） */
	previous: Neighbour | null;
	/** 後一篇（較晚發布） */
	next: Neighbour | null;
};

export type ArticleList = {
	data: ArticleSummary[];
	links: {
		first: string;
		last: string;
		prev: string | null;
		next: string | null;
	};
	meta: {
		current_page: number;
		from: number | null;
		to: number | null;
		last_page: number;
		per_page: number;
		total: number;
	};
};

export type ArticleReply = {
	data: Article;
	related: ArticleSummary[];
};

export type ArticleSummary = {
	id: number;
	slug: string;
	type: "news" | "event" | "knowledge" | "story" | "research" | "media";
	title: string;
	excerpt: string;
	cover_image: Image | null;
	is_pinned: boolean;
	/** ISO 8601，含時區 */
	published_at: string;
	/** ISO 8601，含時區 */
	updated_at: string;
	reading_minutes: number;
	author: {
		name: string;
	} | null;
	categories: Term[];
	tags: Term[];
	/** 官網上的文章網址 */
	url: string;
	/** 僅搜尋結果有 */
	highlight?: Highlight;
};

export type Attachment = {
	id: string;
	filename: string;
	content_type: string;
	/** 位元組 */
	size: number;
	url: string;
	description: string;
};

export type Category = {
	id: number;
	slug: string;
	name: string;
	description: string;
	/** 已發布的文章數 */
	articles_count: number;
};

export type CategoryList = {
	data: Category[];
};

export type Change = {
	rev: number;
	resource: "article" | "page" | "category" | "tag" | "document" | "announcement";
	id: number;
	/** 頁面則為其路徑 */
	slug: string;
	previous_slug: string | null;
	event: "created" | "published" | "updated" | "unpublished" | "archived" | "deleted";
};

export type ChangesReply = {
	/** 由舊到新，至多 500 筆 */
	data: Change[];
	meta: {
		/** 下次以此值作為 since */
		rev: number;
		has_more: boolean;
	};
};

export type Document = {
	id: number;
	slug: string;
	title: string;
	description: string;
	category: string;
	/** 檔案版次，從 1 起 */
	version: number;
	filename: string;
	content_type: string;
	/** 位元組 */
	size: number;
	/** ISO 8601，含時區 */
	published_at: string;
	/** ISO 8601，含時區 */
	updated_at: string;
	download_url: string;
	/** 僅搜尋結果有 */
	highlight?: Highlight;
};

export type DocumentList = {
	data: Document[];
	links: {
		first: string;
		last: string;
		prev: string | null;
		next: string | null;
	};
	meta: {
		current_page: number;
		from: number | null;
		to: number | null;
		last_page: number;
		per_page: number;
		total: number;
	};
};

export type DocumentReply = {
	data: {
		id: number;
		slug: string;
		title: string;
		description: string;
		category: string;
		/** 檔案版次，從 1 起 */
		version: number;
		filename: string;
		content_type: string;
		/** 位元組 */
		size: number;
		/** ISO 8601，含時區 */
		published_at: string;
		/** ISO 8601，含時區 */
		updated_at: string;
		download_url: string;
	};
};

export type HealthReply = {
	status: "ok" | "down";
	rev: number | null;
};

export type Highlight = {
	/** HTML：符合處以 <mark> 標示，其餘皆已跳脫 */
	title: string;
	/** HTML：符合處以 <mark> 標示，其餘皆已跳脫 */
	excerpt: string;
};

export type HomepageReply = {
	/** 至多 5 篇 */
	pinned: ArticleSummary[];
	/** 最新 9 篇，不論是否置頂 */
	latest: ArticleSummary[];
	/** 各類型最新 4 篇 */
	by_type: Record<string, ArticleSummary[]>;
	categories: Category[];
	pages: PageNode[];
	/** 目前公開中的公告，至多 10 則 */
	announcements: Announcement[];
};

export type Image = {
	url: string;
	alt: string;
	/** 像素 */
	width: number | null;
	/** 像素 */
	height: number | null;
};

export type Neighbour = {
	slug: string;
	title: string;
	url: string;
};

export type Page = {
	id: number;
	slug: string;
	/** 含上層路徑，例如 about/team */
	path: string;
	title: string;
	excerpt: string;
	body_markdown: string;
	body_html: string;
	toc: TocEntry[];
	parent: PageSummary | null;
	/** 依排列順序 */
	children: PageSummary[];
	seo: Seo;
	/** ISO 8601，含時區 */
	updated_at: string;
};

export type PageNode = {
	slug: string;
	title: string;
	path: string;
	children: PageNode[];
};

export type PagePreviewReply = {
	data: {
		id: number;
		slug: string;
		/** 含上層路徑，例如 about/team */
		path: string;
		title: string;
		excerpt: string;
		body_markdown: string;
		body_html: string;
		toc: TocEntry[];
		parent: PageSummary | null;
		/** 依排列順序 */
		children: PageSummary[];
		seo: Seo;
		/** ISO 8601，含時區 */
		updated_at: string;
		state: string;
	};
};

export type PageReply = {
	data: Page;
};

export type PageSummary = {
	id: number;
	slug: string;
	path: string;
	title: string;
	excerpt: string;
	/** ISO 8601，含時區 */
	updated_at: string;
};

export type PageTree = {
	data: PageNode[];
};

export type PreviewReply = {
	data: {
		id: number;
		slug: string;
		type: "news" | "event" | "knowledge" | "story" | "research" | "media";
		title: string;
		excerpt: string;
		cover_image: Image | null;
		is_pinned: boolean;
		published_at: string | null;
		/** ISO 8601，含時區 */
		updated_at: string;
		reading_minutes: number;
		author: {
			name: string;
		} | null;
		categories: Term[];
		tags: Term[];
		/** 官網上的文章網址 */
		url: string;
		body_markdown: string;
		/** 已清理；標題有 id；網址皆為絕對網址 */
		body_html: string;
		toc: TocEntry[];
		attachments: Attachment[];
		seo: Seo;
		/** 前一篇（較早發布） */
		previous: Neighbour | null;
		/** 後一篇（較晚發布） */
		next: Neighbour | null;
		state: string;
	};
};

export type Seo = {
	title: string;
	description: string;
	image: string | null;
	canonical_url: string;
	noindex: boolean;
};

export type Tag = {
	id: number;
	slug: string;
	name: string;
	/** 已發布的文章數 */
	articles_count: number;
};

export type TagList = {
	data: Tag[];
};

export type Term = {
	slug: string;
	name: string;
};

/** body_html 的標題 */
export type TocEntry = {
	level: number;
	id: string;
	text: string;
};

/** 超過 20 件一起的異動 */
export type WebhookBulk = {
	type: "content.bulk";
	/** 寄出的時間，ISO 8601 */
	timestamp: string;
	data: {
		rev: number;
		changes: Change[];
		tags: string[];
		paths: string[];
	};
};

/** 一件公開內容的異動 */
export type WebhookChange = {
	type: "article.published" | "article.updated" | "article.unpublished" | "article.archived" | "article.deleted" | "page.published" | "page.updated" | "page.unpublished" | "page.archived" | "page.deleted" | "category.created" | "category.updated" | "category.deleted" | "tag.created" | "tag.updated" | "tag.deleted" | "document.published" | "document.updated" | "document.unpublished" | "document.archived" | "document.deleted" | "announcement.published" | "announcement.updated" | "announcement.unpublished" | "announcement.deleted";
	/** 寄出的時間，ISO 8601 */
	timestamp: string;
	data: {
		rev: number;
		resource: "article" | "page" | "category" | "tag" | "document" | "announcement";
		id: number;
		slug: string;
		previous_slug: string | null;
		tags: string[];
		paths: string[];
	};
};

/** 測試 */
export type WebhookPing = {
	type: "ping";
	/** 寄出的時間，ISO 8601 */
	timestamp: string;
	data: {
		tags: string[];
		paths: string[];
	};
};

/** RFC 9457 */
export type Problem = {
	type: string;
	title: string;
	status: number;
	detail: string;
	instance: string;
	errors?: {
		pointer: string;
		detail: string;
	}[];
};

/** What each address answers. */
export type Replies = {
	"/articles": ArticleList;
	"/articles/{slug}": ArticleReply;
	"/categories": CategoryList;
	"/tags": TagList;
	"/pages": PageTree;
	"/pages/{path}": PageReply;
	"/homepage": HomepageReply;
	"/documents": DocumentList;
	"/documents/{slug}": DocumentReply;
	"/changes": ChangesReply;
	"/preview/articles/{id}": PreviewReply;
	"/preview/pages/{id}": PagePreviewReply;
	"/health": HealthReply;
};

/** What each address takes in its query. */
export type Queries = {
	"/articles": {
		type?: "news" | "event" | "knowledge" | "story" | "research" | "media" | undefined;
		/** 分類的 slug；可重複或以逗號分隔，符合任一即可 */
		category?: string | readonly string[] | undefined;
		/** 標籤的 slug；可重複或以逗號分隔，符合任一即可 */
		tag?: string | readonly string[] | undefined;
		/** 1–100 字；中文一個字即可搜尋 */
		search?: string | undefined;
		pinned?: boolean | undefined;
		/** 預設 -published_at（置頂在前）；搜尋時預設 relevance */
		sort?: "-published_at" | "published_at" | "title" | "relevance" | undefined;
		/** 從 1 起；超過最後一頁時回傳 200 與空陣列 */
		page?: number | undefined;
		/** 每頁筆數 */
		per_page?: number | undefined;
	};
	"/articles/{slug}": Record<never, never>;
	"/categories": Record<never, never>;
	"/tags": Record<never, never>;
	"/pages": Record<never, never>;
	"/pages/{path}": Record<never, never>;
	"/homepage": Record<never, never>;
	"/documents": {
		category?: string | undefined;
		search?: string | undefined;
		/** 從 1 起；超過最後一頁時回傳 200 與空陣列 */
		page?: number | undefined;
		/** 每頁筆數 */
		per_page?: number | undefined;
	};
	"/documents/{slug}": Record<never, never>;
	"/changes": {
		/** 您已知的最後版次；0 表示全部 */
		since: number | string;
	};
	"/preview/articles/{id}": {
		token: string;
	};
	"/preview/pages/{id}": {
		token: string;
	};
	"/health": Record<never, never>;
};
