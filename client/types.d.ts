// Made by `npm run client:build` from the API's schemas. Do not edit.
export type Announcement = {
    id: number;
    slug: string;
    title: string;
    body_html: string;
    is_pinned: boolean;
    /** ISO 8601，含時區 */
    published_at: string;
    /** 公開到何時；null 為不限 */
    until: string | null;
    /** ISO 8601，含時區 */
    updated_at: string;
    /** 官網上的公告網址 */
    url: string;
};
export type AnnouncementList = {
    data: Announcement[];
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
export type AnnouncementReply = {
    data: Announcement;
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
    /** 已清理；標題有 id；網址皆為絕對網址；有圖說或大小的圖片在 figure 裡，大小是 class：small 或 wide */
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
        /** 僅搜尋時有：match 為 exact 的筆數，排在最前面 */
        exact?: number;
        /** 僅搜尋時有：沒有照樣符合的結果時，可以改搜尋的相近字詞 */
        suggestions?: string[];
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
    /** 僅搜尋結果有 */
    match?: SearchMatch;
};
/** include=body 時為 WholeArticleList */
export type ArticlesReply = WholeArticleList | ArticleList;
export type Attachment = {
    id: string;
    filename: string;
    content_type: string;
    /** 位元組 */
    size: number;
    url: string;
    description: string;
    /** 像素；不是圖片時為 null */
    width: number | null;
    height: number | null;
    /** 焦點，由左與由上起算的百分比，可直接用於 object-position；沒有標示時為 null */
    focal: {
        x: number;
        y: number;
    } | null;
    /** 模糊的極小縮圖（data: 網址），圖片載入前顯示 */
    blur: string | null;
    /** 由窄到寬；還沒做好、做不成或不是圖片時為空 */
    variants: PictureVariant[];
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
    resource: "article" | "page" | "category" | "tag" | "document" | "announcement" | "redirect" | "site";
    id: number;
    /** 頁面與轉址則為其路徑 */
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
    /** general 一般文件、finance 財務公告、donations 捐款徵信 */
    kind: "general" | "finance" | "donations";
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
    /** 僅搜尋結果有 */
    match?: SearchMatch;
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
        /** 僅搜尋時有：match 為 exact 的筆數，排在最前面 */
        exact?: number;
        /** 僅搜尋時有：沒有照樣符合的結果時，可以改搜尋的相近字詞 */
        suggestions?: string[];
    };
};
export type DocumentReply = {
    data: {
        id: number;
        slug: string;
        title: string;
        description: string;
        category: string;
        /** general 一般文件、finance 財務公告、donations 捐款徵信 */
        kind: "general" | "finance" | "donations";
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
    by_type: {
        news: ArticleSummary[];
        event: ArticleSummary[];
        knowledge: ArticleSummary[];
        story: ArticleSummary[];
        research: ArticleSummary[];
        media: ArticleSummary[];
    };
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
    /** 焦點，由左與由上起算的百分比，可直接用於 object-position；沒有標示時為 null */
    focal: {
        x: number;
        y: number;
    } | null;
    /** 模糊的極小縮圖（data: 網址），圖片載入前顯示 */
    blur: string | null;
    /** 由窄到寬；還沒做好、做不成或不是圖片時為空 */
    variants: PictureVariant[];
};
export type MenuItem = {
    /** 選單上的文字 */
    label: string;
    /** 連到文章、單頁、文件或其他網址；heading 只是標題，沒有連結 */
    kind: "article" | "page" | "document" | "address" | "heading";
    /** 文章或文件的網址代稱、單頁的路徑，未編碼；其他為 null */
    slug: string | null;
    /** 完整的網址，已編碼 */
    url: string | null;
    /** 連到別的網站 */
    external: boolean;
    /** 下一層，依顯示順序 */
    children: MenuLink[];
};
export type MenuLink = {
    /** 選單上的文字 */
    label: string;
    /** 連到文章、單頁、文件或其他網址；heading 只是標題，沒有連結 */
    kind: "article" | "page" | "document" | "address" | "heading";
    /** 文章或文件的網址代稱、單頁的路徑，未編碼；其他為 null */
    slug: string | null;
    /** 完整的網址，已編碼 */
    url: string | null;
    /** 連到別的網站 */
    external: boolean;
};
export type Menus = {
    /** 主選單，依顯示順序 */
    main: MenuItem[];
    /** 頁尾選單，依顯示順序 */
    footer: MenuItem[];
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
/** include=body 時為 WholePageList */
export type PagesReply = WholePageList | PageTree;
/** 同一張圖較小的 WebP 版本；同一個網址加 format=jpeg 是 JPEG */
export type PictureVariant = {
    url: string;
    width: number;
    height: number;
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
        /** 已清理；標題有 id；網址皆為絕對網址；有圖說或大小的圖片在 figure 裡，大小是 class：small 或 wide */
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
export type Redirect = {
    id: number;
    /** 官網上的舊路徑，未編碼，結尾沒有斜線 */
    path: string;
    /** 要轉到的路徑或網址，已編碼，可直接放進 Location */
    target: string;
    status: 301;
};
export type RedirectList = {
    /** 依編號，至多 1,000 筆 */
    data: Redirect[];
    meta: {
        /** 下次以此值作為 after */
        after: number;
        has_more: boolean;
    };
};
export type SearchHit = {
    kind: "article" | "page" | "document";
    /** 同一種之中不重複 */
    id: number;
    title: string;
    /** 文章與頁面的摘要、文件的說明 */
    excerpt: string;
    /** 文章與文件的網址代稱，頁面的路徑；未編碼 */
    slug: string;
    /** 官網上的網址 */
    url: string;
    /** ISO 8601，含時區 */
    published_at: string;
    highlight: Highlight;
    match: SearchMatch;
};
/** exact：字詞都照樣出現；partial：只符合部分字詞、異體字、簡體字、年份寫法或同義詞，排在 exact 之後 */
export type SearchMatch = "exact" | "partial";
export type SearchReply = {
    data: SearchHit[];
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
        /** 其中 match 為 exact 的筆數，排在最前面 */
        exact: number;
        /** 沒有照樣符合的結果時，可以改搜尋的相近字詞 */
        suggestions: string[];
        /** 各種的筆數，不論 kind */
        counts: {
            article: number;
            page: number;
            document: number;
        };
    };
};
export type Seo = {
    title: string;
    description: string;
    /** 沒有另外指定時是封面 */
    image: Image | null;
    canonical_url: string;
    noindex: boolean;
};
export type Site = {
    /** 協會名稱 */
    name: string;
    /** 簡稱；沒有設定時為協會名稱 */
    short_name: string;
    /** 官網網址，結尾沒有斜線 */
    url: string;
    /** 換圖時網址也會換，可以永久快取 */
    logo: {
        url: string;
        width: number | null;
        height: number | null;
    } | null;
    contact: {
        address: string | null;
        phone: string | null;
        email: string | null;
    };
    /** 統一編號 */
    tax_id: string | null;
    /** 立案證書字號 */
    registration_no: string | null;
    /** 社群連結，依顯示順序 */
    social: {
        label: string;
        url: string;
    }[];
    /** 隱私權政策 */
    privacy_url: string | null;
    menus: Menus;
};
export type SiteReply = {
    data: Site;
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
    type: "article.published" | "article.updated" | "article.unpublished" | "article.archived" | "article.deleted" | "page.published" | "page.updated" | "page.unpublished" | "page.archived" | "page.deleted" | "category.created" | "category.updated" | "category.deleted" | "tag.created" | "tag.updated" | "tag.deleted" | "document.published" | "document.updated" | "document.unpublished" | "document.archived" | "document.deleted" | "announcement.published" | "announcement.updated" | "announcement.unpublished" | "announcement.deleted" | "redirect.created" | "redirect.updated" | "redirect.deleted" | "site.updated";
    /** 寄出的時間，ISO 8601 */
    timestamp: string;
    data: {
        rev: number;
        resource: "article" | "page" | "category" | "tag" | "document" | "announcement" | "redirect" | "site";
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
export type WholeArticle = {
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
    /** 已清理；標題有 id；網址皆為絕對網址；有圖說或大小的圖片在 figure 裡，大小是 class：small 或 wide */
    body_html: string;
    toc: TocEntry[];
    attachments: Attachment[];
    seo: Seo;
    /** 前一篇（較早發布） */
    previous: Neighbour | null;
    /** 後一篇（較晚發布） */
    next: Neighbour | null;
    /** 僅搜尋結果有 */
    highlight?: Highlight;
    /** 僅搜尋結果有 */
    match?: SearchMatch;
};
export type WholeArticleList = {
    data: WholeArticle[];
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
        /** 僅搜尋時有：match 為 exact 的筆數，排在最前面 */
        exact?: number;
        /** 僅搜尋時有：沒有照樣符合的結果時，可以改搜尋的相近字詞 */
        suggestions?: string[];
    };
};
export type WholePageList = {
    data: Page[];
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
    "/articles": ArticlesReply;
    "/articles/{slug}": ArticleReply;
    "/categories": CategoryList;
    "/tags": TagList;
    "/pages": PagesReply;
    "/pages/{path}": PageReply;
    "/homepage": HomepageReply;
    "/site": SiteReply;
    "/documents": DocumentList;
    "/documents/{slug}": DocumentReply;
    "/announcements": AnnouncementList;
    "/announcements/{slug}": AnnouncementReply;
    "/search": SearchReply;
    "/redirects": RedirectList;
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
        /** 作者姓名，須完全相同；不能與 search 合用 */
        author?: string | undefined;
        /** 這一天（含）以後發布，臺北時間 */
        published_from?: string | undefined;
        /** 這一天（含）以前發布，臺北時間 */
        published_to?: string | undefined;
        /** 預設 -published_at（置頂在前）；搜尋時預設 relevance */
        sort?: "-published_at" | "published_at" | "title" | "relevance" | undefined;
        /** body：每筆連同全文，per_page 最多 50；全文合計超過 8 MB 回 400 */
        include?: "body" | undefined;
        /** 從 1 起；超過最後一頁時回傳 200 與空陣列 */
        page?: number | undefined;
        /** 每頁筆數 */
        per_page?: number | undefined;
    };
    "/articles/{slug}": Record<never, never>;
    "/categories": Record<never, never>;
    "/tags": Record<never, never>;
    "/pages": {
        /** body：每筆連同全文，per_page 最多 50；全文合計超過 8 MB 回 400 */
        include?: "body" | undefined;
        /** 從 1 起；超過最後一頁時回傳 200 與空陣列 */
        page?: number | undefined;
        /** 每頁筆數 */
        per_page?: number | undefined;
    };
    "/pages/{path}": Record<never, never>;
    "/homepage": Record<never, never>;
    "/site": Record<never, never>;
    "/documents": {
        /** general 一般文件、finance 財務公告、donations 捐款徵信 */
        kind?: "general" | "finance" | "donations" | undefined;
        category?: string | undefined;
        search?: string | undefined;
        /** 這一天（含）以後發布，臺北時間 */
        published_from?: string | undefined;
        /** 這一天（含）以前發布，臺北時間 */
        published_to?: string | undefined;
        /** body：每筆連同全文，per_page 最多 50；全文合計超過 8 MB 回 400 */
        include?: "body" | undefined;
        /** 從 1 起；超過最後一頁時回傳 200 與空陣列 */
        page?: number | undefined;
        /** 每頁筆數 */
        per_page?: number | undefined;
    };
    "/documents/{slug}": Record<never, never>;
    "/announcements": {
        /** 從 1 起；超過最後一頁時回傳 200 與空陣列 */
        page?: number | undefined;
        /** 每頁筆數 */
        per_page?: number | undefined;
    };
    "/announcements/{slug}": Record<never, never>;
    "/search": {
        /** 1–100 字；中文一個字即可搜尋，空白分開的字詞都要符合 */
        q: string;
        /** 只要這一種；meta.counts 仍是各種的筆數 */
        kind?: "article" | "page" | "document" | undefined;
        /** 從 1 起；超過最後一頁時回傳 200 與空陣列 */
        page?: number | undefined;
        /** 每頁筆數 */
        per_page?: number | undefined;
    };
    "/redirects": {
        /** 上一頁的 meta.after；從頭開始為 0 */
        after?: number | string | undefined;
        /** 只查這個舊網址；編碼、結尾的斜線與 ? 之後的部分都不影響 */
        path?: string | undefined;
    };
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
