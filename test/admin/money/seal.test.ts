import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { sealOn } from "#domain/money/index.ts";
import { readSeal } from "#domain/system/actions.ts";
import { removePicture, replacePicture } from "#domain/system/settings/actions.ts";
import { paths } from "#http/paths.ts";
import { receiptPdf } from "#platform/receipt-pdf.ts";
import { html, toHtml } from "#ui/html.ts";
import { receiptSheets } from "#ui/receipt-slip.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { REAL } from "../../support/pictures.ts";
import { RECEIPT } from "../../support/receipts.ts";
import { codeOf } from "../../support/refusal.ts";
import { by, rows } from "../../support/users.ts";

const { settings } = paths.admin;
const db = open(env.DB);
let admin: Person;
beforeAll(async () => {
	admin = await signIn({ roles: ["admin"] });
});

const upload = (bytes: Uint8Array, declaredType: string) =>
	replacePicture(env, db, {
		picture: "seal",
		upload: { filename: "圖記", declaredType, bytes },
		by: by({ id: admin.userId }),
	});
const named = async () =>
	Number((await rows<{ value: string }>("SELECT value FROM settings WHERE key = 'receipts.seal_file_id'"))[0]?.value);

test("the settings say whether its place, its picture or nothing is printed", () => {
	expect(sealOn({ seal: "none", seal_file_id: 4 })).toEqual({ hasSealPlace: false });
	expect(sealOn({ seal: "place", seal_file_id: 4 })).toEqual({ hasSealPlace: true });
	expect(sealOn({ seal: "picture", seal_file_id: 4 })).toEqual({ hasSealPlace: false, sealId: 4 });
	expect(sealOn({ seal: "picture", seal_file_id: null })).toEqual({ hasSealPlace: false });
});

test("the picture is a JPEG, is seen by whoever is signed in and by nobody else, and is deleted when it is removed", async () => {
	expect(await upload(REAL.png, "image/png").catch(codeOf)).toBe("settings.seal_jpeg");
	expect(await rows("SELECT 1 AS one FROM files WHERE deleted_at IS NULL")).toEqual([]);
	await upload(REAL.jpeg, "image/jpeg");
	const id = await named();
	const member = await signIn({ roles: ["member"] });
	for (const as of [admin, member]) {
		const answer = await ask(paths.account.seal(id), { as });
		expect([answer.status, answer.headers.get("Content-Type"), answer.headers.get("Cache-Control")]).toEqual([
			200,
			"image/jpeg",
			"no-store",
		]);
		await answer.arrayBuffer();
	}
	expect((await ask(paths.account.seal(id))).status).not.toBe(200);
	// The public address of the logo does not show it, nor this address another file.
	expect((await ask(paths.logo(id))).status).toBe(404);
	expect((await ask(paths.account.seal(id + 1), { as: admin })).status).toBe(404);
	expect(await (await ask(settings.group("receipts"), { as: admin })).text()).toContain(paths.account.seal(id));
	expect(await (await ask(settings.sealRemoval(), { as: admin })).text()).toContain("圖檔也會刪除");
	await removePicture(env, db, { picture: "seal", by: by({ id: admin.userId }) });
	expect((await ask(paths.account.seal(id), { as: admin })).status).toBe(404);
	expect((await ask(settings.sealRemoval(), { as: admin })).status).toBe(303);
});

test("it is printed on the page of a receipt and in its PDF, where the settings say so", async () => {
	await upload(REAL.jpeg, "image/jpeg");
	const id = await named();
	const sheet = (of: typeof RECEIPT) => toHtml(html`<div>${receiptSheets([of], "a4")}</div>`);
	expect(sheet(RECEIPT)).not.toContain("slip-seal");
	expect(sheet({ ...RECEIPT, sealId: id }).split(`src="${paths.account.seal(id)}"`)).toHaveLength(3);
	const seal = await readSeal(env, db, { id, by: by({ id: admin.userId }) });
	const pictures = async (of: typeof RECEIPT, drawn?: Uint8Array) => {
		const made = await receiptPdf(env, of, { layout: "A4", seal: drawn });
		if ("missing" in made) throw new Error("a character is missing");
		return new TextDecoder("latin1").decode(made.pdf).split("/Subtype /Image").length - 1;
	};
	expect([await pictures(RECEIPT), await pictures({ ...RECEIPT, sealId: id }, seal)]).toEqual([0, 1]);
});
