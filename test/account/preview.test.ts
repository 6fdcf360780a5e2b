import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { fileUrl } from "#domain/content/content/files.ts";
import { paths } from "#http/paths.ts";
import { PREVIEW_MS, signPreview } from "#http/preview-token.ts";
import { insert, insertArticle, page } from "../support/content.ts";
import { shown } from "../support/pages.ts";
import { ask, signIn } from "../support/people.ts";
import { counted } from "../support/round-trips.ts";

const PICTURE = { id: "p".repeat(26), filename: "海邊 (1).png" };
const PAPER = { id: "d".repeat(26), filename: "章程.pdf" };
const FOREIGN = { id: "f".repeat(26), filename: "other.png" };
const EVENING = Date.UTC(2026, 10, 21, 12);
let id = 0;

/** The bytes of a file, which here are letters whatever it says it is. */
const textOf = async (answer: Response): Promise<string> => new TextDecoder().decode(await answer.arrayBuffer());

const token = (kind: "article" | "page", of: number, now = Date.now()) =>
	signPreview(env.PREVIEW_KEY, { kind, id: of }, now);
const open = async (kind: "article" | "page", of: number) =>
	shown(await ask(paths.preview.show(kind, of, await token(kind, of))));

beforeAll(async () => {
	for (const [n, file] of [PICTURE, PAPER, FOREIGN].entries()) {
		await insert("attachments", {
			...file,
			content_type: file === PAPER ? "application/pdf" : "image/png",
			size: 4,
			sha256: String(n).repeat(64),
			object_key: `attachments/${file.id}`,
			width: file === PAPER ? null : 640,
			height: file === PAPER ? null : 480,
			created_at: 1,
		});
		await env.FILES.put(`attachments/${file.id}`, `BYTE${n}`);
	}
	id = await insertArticle({
		slug: "secret",
		title: "<b>冬季</b>照護",
		state: "scheduled",
		published_at: null,
		publish_at: EVENING,
		author_name: "林 & 林",
		cover_id: PICTURE.id,
		cover_alt: "兩個人在海邊",
		body_html: `<h2 id="a">一</h2><p><img src="${fileUrl(PICTURE)}" alt="圖" width="640" height="480"> <a href="/articles/x">文</a></p>`,
	});
	await insert("attachment_uses", { resource: "article", resource_id: id, role: "inline", attachment_id: PICTURE.id });
	await insert("attachment_uses", {
		resource: "article",
		resource_id: id,
		role: "file",
		attachment_id: PAPER.id,
		description: "協會章程",
	});
	await insert(
		"pages",
		page(1, "plan", { title: "計畫", state: "draft", published_at: null, body_html: "<p>內容</p>" }),
	);
	await insert("pages", page(2, "public", { title: "公開的", body_html: "<p>內容</p>" }));
});

describe("the page behind a signed link", () => {
	test("shows the text as its readers will see it, to whoever is not signed in", async () => {
		const answer = await ask(paths.preview.show("article", id, await token("article", id)));
		expect([
			answer.headers.get("Cache-Control"),
			answer.headers.get("X-Robots-Tag"),
			answer.headers.get("Referrer-Policy"),
		]).toEqual(["no-store", "noindex, nofollow", "strict-origin"]);
		expect(answer.headers.get("Content-Security-Policy")).toContain(
			"img-src 'self' data: https:; media-src 'self' https:; frame-src 'self' https://www.youtube.com ",
		);
		const { status, html, elements } = await shown(answer);
		expect(status).toBe(200);
		expect(html).toContain("<h1>&lt;b>冬季&lt;/b>照護</h1>");
		expect(html).toContain("2026年11月21日　林 &amp; 林　約 1 分鐘讀完");
		expect(html).toMatch(/預覽：尚未公開，已排程發布，連結有效至 <time[^>]*>20\d\d年\d\d月\d\d日 \d\d:\d\d<\/time>/);
		expect(html).toContain('<meta name="robots" content="noindex">');
		const images = elements.filter(({ name }) => name === "img").map(({ attributes }) => attributes.alt);
		expect(images).toEqual(["兩個人在海邊", "圖"]);
		expect(elements.find(({ attributes }) => attributes.download !== undefined)?.text).toContain("協會章程");
		expect(html).toContain('href="https://www.example.org/articles/x"');
		expect(elements.filter(({ name }) => name === "nav" || name === "form")).toEqual([]);
	});

	test("a page's draft, and one that is public by now", async () => {
		const draft = await open("page", 1);
		expect([draft.status, draft.html.includes("預覽：尚未公開，連結有效至")]).toEqual([200, true]);
		const known = await open("page", 2);
		expect(known.html).toContain("這份單頁已經公開");
		expect(known.html).toContain('href="https://www.example.org/public"');
	});

	test("names the draft that it watches, which its token opens", async () => {
		const { elements } = await open("page", 1);
		const watch = elements.find(({ attributes }) => attributes.name === "draft-watch");
		const { href } = JSON.parse((watch?.attributes.props ?? "{}").replaceAll("&quot;", '"'));
		expect((await (await ask(href)).json<{ data: { title: string } }>()).data.title).toBe("計畫");
	});

	test("looks the same to staff who are signed in", async () => {
		const as = await signIn({ roles: ["admin"] });
		const { html } = await shown(await ask(paths.preview.show("page", 1, await token("page", 1)), { as }));
		expect(html).not.toContain("main-nav");
	});

	test("asks the database once besides the session", async () => {
		let trips = 0;
		const DB = counted(env.DB, () => trips++);
		await ask(paths.preview.show("article", id, await token("article", id)), { over: { DB } });
		expect(trips).toBe(2);
	});

	test("a link that opens nothing says to ask for a new one", async () => {
		const now = Date.now();
		const good = await token("article", id, now);
		const dead = {
			over: await token("article", id, now - PREVIEW_MS),
			"of another article": await token("article", id + 1, now),
			"of a page": await token("page", id, now),
			altered: good.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
			none: "",
		};
		for (const [name, one] of Object.entries(dead)) {
			const { status, html } = await shown(await ask(paths.preview.show("article", id, one)));
			expect([name, status, html.includes("請向編輯索取新的連結")]).toEqual([name, 403, true]);
			expect(html).not.toContain("冬季");
		}
		expect((await shown(await ask(`/preview/article/${id}`))).status).toBe(403);
		const gone = await open("article", 99_999);
		expect([gone.status, gone.html.includes("索取新的連結")]).toEqual([404, true]);
		expect((await ask(`/preview/announcement/1?token=${good}`)).status).toBe(404);
	});
});

describe("the files of a draft", () => {
	const file = async (ref: { id: string; filename: string }, by?: string) =>
		ask(paths.preview.file({ kind: "article", id }, ref, by ?? (await token("article", id))));

	test("open with its link, and only those that it uses", async () => {
		expect((await ask(fileUrl(PICTURE))).status).toBe(404);
		const picture = await file(PICTURE);
		expect([picture.status, await textOf(picture), picture.headers.get("Content-Type")]).toEqual([
			200,
			"BYTE0",
			"image/png",
		]);
		expect([
			picture.headers.get("Cache-Control"),
			picture.headers.get("X-Robots-Tag"),
			picture.headers.get("Content-Security-Policy"),
			picture.headers.get("X-Content-Type-Options"),
		]).toEqual(["private, no-store", "noindex, nofollow", "default-src 'none'; sandbox", "nosniff"]);
		const paper = await file(PAPER);
		expect([paper.status, paper.headers.get("Content-Disposition")?.startsWith("attachment;")]).toEqual([200, true]);
		await paper.body?.cancel();
		expect((await file(FOREIGN)).status).toBe(404);
		expect((await file({ ...PICTURE, filename: "other.png" })).status).toBe(404);
	});

	test("do not open with another link, nor after its end, nor once the text is thrown away", async () => {
		expect((await file(PICTURE, await token("article", id + 1))).status).toBe(403);
		expect((await file(PICTURE, await token("article", id, Date.now() - PREVIEW_MS))).status).toBe(403);
		expect((await ask(paths.preview.file({ kind: "page", id: 1 }, PICTURE, await token("page", 1)))).status).toBe(404);
		await env.DB.prepare("UPDATE articles SET state = 'trashed', publish_at = NULL WHERE id = ?").bind(id).run();
		expect((await file(PICTURE)).status).toBe(404);
		expect((await open("article", id)).status).toBe(404);
	});
});
