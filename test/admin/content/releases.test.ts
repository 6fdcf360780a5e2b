import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { ask as askPublic, insertArticle } from "../../support/content.ts";
import { cells, fieldValue, newestAudit, page, shown } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { REAL } from "../../support/pictures.ts";
import { day, insertPicture, insertRelease } from "../../support/releases.ts";
import { rows } from "../../support/users.ts";

const { releases, articles, media } = paths.admin;
let editor: Person;
let writer: Person;

beforeAll(async () => {
	editor = await signIn({ name: "編輯", roles: ["editor"] });
	writer = await signIn({ name: "寫手", permissions: ["articles.manage"] });
});

const post = async (path: string, form: Record<string, string | string[]>, as = editor) => {
	const answer = await ask(path, { as, form: { _key: crypto.randomUUID(), ...form } });
	return { to: answer.headers.get("Location"), ...(await shown(answer)) };
};
const GIVEN = {
	name: "王小明",
	kinds: ["pictures", "story"],
	uses: "website",
	given_on: "115/3/5",
	no_paper: "下次補簽",
	member_no: "",
	birth_date: "",
	representative: "",
	relation: "",
	until: "",
	note: "",
};

test("a release with its paper is stored, and each look at the paper is written down", async () => {
	const form = new FormData();
	for (const [name, value] of [
		...Object.entries({ ...GIVEN, no_paper: "" }).flatMap(([name, value]) =>
			[value].flat().map((one) => [name, one] as const),
		),
	])
		form.append(name, value);
	form.append("_key", crypto.randomUUID());
	form.append("file", new File([REAL.png], "王小明.png", { type: "image/png" }));
	const { status, headers } = await askWith(releases.create(), form);
	const [row] = await rows<{ id: number; file_id: number }>(
		"SELECT id, file_id FROM releases ORDER BY id DESC LIMIT 1",
	);
	expect([status, headers.get("Location")]).toEqual([303, releases.show(row?.id ?? 0)]);
	expect(await rows(`SELECT purpose, filename, is_sealed, subject_type FROM files WHERE id = ${row?.file_id}`)).toEqual(
		[{ purpose: "release", filename: "release.png", is_sealed: 1, subject_type: "release" }],
	);
	const paper = await ask(releases.paper(row?.id ?? 0), { as: editor });
	expect([paper.status, paper.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
	expect(new Uint8Array(await paper.arrayBuffer())).toEqual(new Uint8Array(REAL.png));
	expect(await newestAudit(2)).toEqual([`file.view file ${row?.file_id} release`, `release.view release ${row?.id} `]);
	expect((await ask(releases.paper(row?.id ?? 0), { as: writer })).status).toBe(403);
});

const askWith = async (path: string, body: FormData): Promise<Response> => {
	const { createExecutionContext, waitOnExecutionContext } = await import("cloudflare:test");
	const { app } = await import("#app.ts");
	const context = createExecutionContext();
	const headers = { Cookie: editor.cookie, "Sec-Fetch-Site": "same-origin" };
	const answer = await app.fetch(
		new Request(`http://localhost:8787${path}`, { method: "POST", headers, body }),
		env,
		context,
	);
	await waitOnExecutionContext(context);
	return answer;
};

test("what is missing is said beside its field, and what was typed stays", async () => {
	const minor = await post(releases.create(), { ...GIVEN, is_minor: "1", kinds: [] });
	expect(minor.status).toBe(422);
	expect(minor.html).toContain("請填寫代為同意的法定代理人");
	expect(minor.html).toContain("請選擇同意的內容");
	expect(fieldValue(minor, "name")).toBe("王小明");
	expect((await post(releases.create(), { ...GIVEN, no_paper: "" })).html).toContain(
		"請上傳同意書，或寫下為什麼還沒有",
	);
	expect((await post(releases.create(), { ...GIVEN, member_no: "X999" })).html).toContain("沒有這個會員編號的會員");
});

test("the list finds by name, state, use and kind", async () => {
	await insertRelease({ name: "甲到期", until: day(-1), given_on: day(-9) });
	await insertRelease({ name: "乙快到期", until: day(5) });
	await insertRelease({ name: "丙會刊", for_website: 0, for_newsletter: 1, of_story: 0 });
	const names = async (query: string) =>
		cells(await page(`${releases.list()}?${query}`, editor)).map(([name = ""]) => name.replace(/第.*$/, "").trim());
	expect(await names("state=expired")).toEqual(["甲到期"]);
	expect(await names("state=ending")).toEqual(["乙快到期"]);
	expect(await names("use=newsletter&kind=pictures")).toEqual(["丙會刊"]);
	expect(await names("q=乙快")).toEqual(["乙快到期"]);
	expect(await names("use=newsletter&kind=story")).toEqual(["找不到符合的同意書試著減少條件，或換一個說法。清除條件"]);
});

test("a story is published with a release, and the refusal stands beside the field", async () => {
	const story = {
		type: "story",
		title: "便當店",
		body: "內文",
		slug: "bento",
		publish: "now",
		version: "0",
		slot: "new-1",
	};
	const form = {
		...story,
		tags: "",
		excerpt: "",
		seo_title: "",
		seo_description: "",
		canonical_url: "",
		author_name: "",
	};
	const all = { ...form, cover_alt: "", related: "", releases: "" };
	const refused = await post(articles.createPublished(), all);
	expect(refused.status).toBe(422);
	expect(refused.html).toContain("病友故事要有同意書才能公開");
	const release = await insertRelease({ name: "阿文" });
	const made = await post(articles.createPublished(), { ...all, releases: `${release} 阿文` });
	expect(made.status).toBe(303);
	expect((await askPublic("/api/v1/articles/bento")).status).toBe(200);
	const opened = await page(made.to ?? "", editor);
	expect(fieldValue(opened, "releases")).toBe(`${release} 阿文`);
	// Whoever may only write sees the number, and not whose it is.
	const unnamed = await page(made.to ?? "", writer);
	expect([fieldValue(unnamed, "releases"), unnamed.html.includes("阿文")]).toEqual([String(release), false]);

	const asked = await page(releases.withdrawal(release), editor);
	expect(cells(asked)).toEqual([["便當店", "文章", "故事", "已發布"]]);
	const withdrawn = await post(releases.withdrawal(release), { version: "1", reason: "本人來電" });
	expect(withdrawn.to).toBe(releases.show(release));
	expect((await askPublic("/api/v1/articles/bento")).status).toBe(404);
	const again = await post(releases.withdrawal(release), { version: "1", reason: "本人來電" });
	expect([again.status, again.to]).not.toEqual([303, releases.show(release)]);
	expect((await page(releases.show(release), editor)).html).toContain("已撤回，不能再使用");
	expect((await ask(releases.edit(release), { as: editor })).headers.get("Location")).toBe(releases.show(release));
});

test("a picture is tied to a release, and untied", async () => {
	const picture = await insertPicture("t");
	const release = await insertRelease({ name: "照片裡的人" });
	expect((await post(media.release(picture), { release: `${release} 照片裡的人` })).to).toBe(media.show(picture));
	expect((await page(media.show(picture), editor)).html).toContain("照片裡的人");
	expect((await post(media.release(picture), { release: "999999" })).html).toContain("沒有這個編號的同意書");
	expect((await post(media.releaseRemoval(picture), { untied: String(release) })).to).toBe(media.show(picture));
	expect(await rows(`SELECT 1 FROM release_pictures WHERE attachment_id = '${picture}'`)).toEqual([]);
	const held = await insertRelease({ name: "會刊", for_website: 0, for_newsletter: 1 });
	await post(media.release(picture), { release: String(held) });
	const draft = await insertArticle({ slug: "held", state: "draft", cover_id: picture });
	const editing = await page(articles.show(draft), editor);
	expect(editing.html).toContain("t.png 的同意書今天不適用於官網");
});

test("stories from before are listed until somebody looks at them", async () => {
	const list = await page(releases.stories(), editor);
	expect(list.html).toContain("都確認過了");
});
