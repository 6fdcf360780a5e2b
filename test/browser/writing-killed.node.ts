/** The program is killed while people save, and started again on its data: what was answered is there, and nothing is half. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod";
import { patiently } from "#db/commit.ts";
import { type AdminServer, sessionOf, startAdmin } from "../support/admin-server.ts";
import { type Desk, press, pressOn } from "../support/forms.ts";
import { append, awake, deskOf, openEditor, said, save, textOf, titleOf } from "../support/writing-steps.ts";
import { pdf } from "../support/written-site.ts";

const KILLS = 3;
const WRITERS = 4;
/** As many answers as are waited for before each kill. */
const ANSWERS = 10;
const MOMENT_MS = 15;
const CREATE = { on: "/admin/articles/new", to: "/admin/articles/new/publication" };
let world: AdminServer;
let desk: Desk;

before(async () => {
	world = await startAdmin();
	desk = { address: world.address, cookie: `session=${await sessionOf(world, "editor@example.org")}`, sent: [] };
});
after(() => world?.stop());

/** One save: every part of the article says which. */
const words = (mark: string) => ({
	title: `標題 ${mark}`,
	body: `## 小標 ${mark}\n\n內文 ${mark}`,
	excerpt: `摘要 ${mark}`,
	tags: `標籤${mark}`,
	attach_files: pdf(`附件${mark}.pdf`),
});

/** An article, the last save of it that was answered, and the one that may have been on its way. */
type Written = { id: number; answered: string; sent: string; saves: number };

/** Saves again and again until the program is gone. */
async function saveOn(writer: Written, name: string, isOver: () => boolean, counted: () => void): Promise<void> {
	const on = `/admin/articles/${writer.id}`;
	for (let count = 0; !isOver(); count++) {
		writer.sent = `${name}x${count}`;
		const emptied = { files: [], file_descriptions: [], file_positions: [] };
		const isTaken = await pressOn(desk, on, { ...words(writer.sent), ...emptied }).then(
			({ location }) => location === on,
			(error: unknown) => {
				if (isOver()) return false;
				throw error;
			},
		);
		if (!isTaken) return;
		writer.answered = writer.sent;
		writer.saves++;
		counted();
	}
}

const Row = z.object({
	title: z.string(),
	body_markdown: z.string(),
	body_html: z.string(),
	excerpt: z.string(),
	tags: z.string(),
	files: z.string(),
	snapshot: z.string(),
	kept: z.string(),
	revisions: z.int(),
	edits: z.int(),
	version: z.int(),
});

async function stored(id: number) {
	const row = await patiently(() =>
		world.env.DB.prepare(
			`SELECT a.title, a.body_markdown, a.body_html, a.excerpt, a.version,
				(SELECT json_group_array(t.name) FROM article_tags x JOIN tags t ON t.id = x.tag_id WHERE x.article_id = a.id) AS tags,
				(SELECT json_group_array(f.filename) FROM attachment_uses u JOIN attachments f ON f.id = u.attachment_id
					WHERE u.resource = 'article' AND u.resource_id = a.id) AS files,
				s.snapshot,
				(SELECT snapshot FROM revisions WHERE resource = 'article' AND resource_id = a.id ORDER BY number DESC LIMIT 1) AS kept,
				(SELECT count(*) FROM revisions WHERE resource = 'article' AND resource_id = a.id) AS revisions,
				(SELECT count(*) FROM audit_log WHERE auditable_type = 'article' AND auditable_id = a.id AND action = 'article.edit') AS edits
			FROM articles a JOIN article_snapshots s ON s.id = a.id WHERE a.id = ?1`,
		)
			.bind(id)
			.first(),
	);
	return Row.parse(row);
}

/** The mark of the save that an article holds; fails where its parts are of different ones. */
async function markOf(id: number): Promise<{ mark: string; saves: number }> {
	const row = await stored(id);
	const mark = row.title.replace("標題 ", "");
	const { attach_files, ...text } = words(mark);
	assert.deepEqual(
		{ title: row.title, body: row.body_markdown.trimEnd(), excerpt: row.excerpt, tags: row.tags, files: row.files },
		{ ...text, tags: JSON.stringify([text.tags]), files: JSON.stringify([attach_files.name]) },
	);
	assert.match(row.body_html, new RegExp(`<p>內文 ${mark}</p>`));
	assert.equal(row.kept, row.snapshot);
	assert.equal(row.revisions, row.edits + 1);
	const shown = await fetch(`${world.address}/api/v1/articles?search=${encodeURIComponent(row.title)}`);
	assert.equal(shown.status, 200);
	return { mark, saves: row.edits };
}

/** Every file that a row names is there, byte for byte as long as it says. */
async function filesAreThere(): Promise<number> {
	const { results } = await patiently(() =>
		world.env.DB.prepare("SELECT id, filename, size FROM attachments").all<{
			id: string;
			filename: string;
			size: number;
		}>(),
	);
	for (const { id, filename, size } of results) {
		const answer = await fetch(`${world.address}/admin/media/${id}/files/${encodeURIComponent(filename)}`, {
			headers: { Cookie: desk.cookie },
		});
		assert.deepEqual([filename, (await answer.arrayBuffer()).byteLength], [filename, size]);
	}
	return results.length;
}

test("every save that was answered is there whole after a kill, and the others whole or not at all", async (t) => {
	const writers: Written[] = [];
	for (let at = 0; at < WRITERS; at++) {
		const mark = `w${at}`;
		const { location } = await press(desk, CREATE, words(mark));
		writers.push({ id: Number(location.split("/").at(-1)), answered: mark, sent: mark, saves: 0 });
	}
	let inFlight = 0;
	for (let kill = 0; kill < KILLS; kill++) {
		let isOver = false;
		let answers = 0;
		const { promise: enough, resolve } = Promise.withResolvers<void>();
		const counted = () => ++answers === ANSWERS + kill && resolve();
		const loops = Promise.all(writers.map((writer, at) => saveOn(writer, `w${at}k${kill}`, () => isOver, counted)));
		await Promise.race([enough, loops]);
		// At another moment of a save each time.
		await wait(kill * MOMENT_MS);
		isOver = true;
		await world.kill();
		await loops;
		await world.restart();
		for (const writer of writers) {
			const { mark, saves } = await markOf(writer.id);
			assert.ok([writer.answered, writer.sent].includes(mark), `${mark}, answered was ${writer.answered}`);
			const more = mark === writer.answered ? 0 : 1;
			assert.equal(saves, writer.saves + more, "a row of the audit log for every save");
			inFlight += more;
			Object.assign(writer, { answered: mark, saves });
		}
	}
	const saves = writers.reduce((sum, one) => sum + one.saves, 0);
	t.diagnostic(`${saves} saves, ${KILLS} kills, ${inFlight} stored without an answer, ${await filesAreThere()} files`);
});

test("the program goes away under an open editor: what is typed is kept, and sent when it is back", async () => {
	const { page, errors } = await deskOf(world, "admin@example.org");
	await openEditor(page);
	await titleOf(page).fill("伺服器不見的時候");
	await save(page, "儲存草稿");
	await awake(page);
	await world.kill();
	await append(page, "沒有伺服器也能寫。");
	await said(page, "目前離線，內容暫存在這台電腦");
	await world.restart();
	await said(page, /^草稿已於 \d\d:\d\d 自動儲存$/);
	await page.reload();
	assert.equal(await textOf(page), "沒有伺服器也能寫。");
	assert.deepEqual(
		errors.filter((error) => !error.includes("ERR_CONNECTION_REFUSED")),
		[],
	);
	await page.context().close();
});
