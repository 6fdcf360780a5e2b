/** An export of WordPress, as WordPress writes it: posts of the fields that a test gives. */
type Post = {
	id: number;
	title?: string;
	type?: string;
	status?: string;
	slug?: string;
	link?: string;
	parent?: number;
	date?: string;
	body?: string;
	more?: string;
};

const SITE = "https://old.example.tw";
const cdata = (text: string): string => `<![CDATA[${text.replaceAll("]]>", "]]]]><![CDATA[>")}]]>`;

export const wxrItem = ({ id, title = `第 ${id} 篇`, type = "post", status = "publish", ...post }: Post): string => `
	<item>
		<title>${cdata(title)}</title>
		<link>${post.link ?? `${SITE}/?p=${id}`}</link>
		<pubDate>Wed, 01 May 2019 02:00:00 +0000</pubDate>
		<dc:creator>${cdata("mei")}</dc:creator>
		<guid isPermaLink="false">${SITE}/?p=${id}</guid>
		<description></description>
		<content:encoded>${cdata(post.body ?? "")}</content:encoded>
		<excerpt:encoded>${cdata("")}</excerpt:encoded>
		<wp:post_id>${id}</wp:post_id>
		<wp:post_date>${cdata(post.date ?? "2019-05-01 10:00:00")}</wp:post_date>
		<wp:post_date_gmt>${cdata(post.date === undefined ? "2019-05-01 02:00:00" : "0000-00-00 00:00:00")}</wp:post_date_gmt>
		<wp:post_modified_gmt>${cdata("2019-06-01 00:00:00")}</wp:post_modified_gmt>
		<wp:post_name>${cdata(post.slug ?? "")}</wp:post_name>
		<wp:status>${cdata(status)}</wp:status>
		<wp:post_parent>${post.parent ?? 0}</wp:post_parent>
		<wp:menu_order>0</wp:menu_order>
		<wp:post_type>${cdata(type)}</wp:post_type>
		<wp:post_password></wp:post_password>
		<wp:is_sticky>0</wp:is_sticky>
		${post.more ?? ""}
	</item>`;

export const wxrTerm = (domain: string, slug: string, name: string): string =>
	`<category domain="${domain}" nicename="${slug}">${cdata(name)}</category>`;
export const wxrMeta = (key: string, value: string): string =>
	`<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`;

export const wxr = (items: string[], site = SITE): string => `<?xml version="1.0" encoding="UTF-8" ?>
<!-- generator="WordPress/6.5" created="2024-05-01 02:00" -->
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
	<title>舊的網站</title>
	<link>${site}</link>
	<wp:wxr_version>1.2</wp:wxr_version>
	<wp:base_site_url>${site}</wp:base_site_url>
	<wp:base_blog_url>${site}</wp:base_blog_url>
	<wp:author><wp:author_id>1</wp:author_id><wp:author_login>${cdata("mei")}</wp:author_login><wp:author_display_name>${cdata("小美")}</wp:author_display_name></wp:author>
	<wp:category><wp:cat_name>${cdata("不算")}</wp:cat_name></wp:category>${items.join("")}
</channel>
</rss>
`;
