/**
 * Every way in which a file comes in, with a store that fails and a database that fails, before what was asked is done and
 * after: no row ever names an object that is not there, the form that is sent again makes one record, and what no row names is
 * swept away.
 */
import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { open } from "#db/commit.ts";
import { createDocument } from "#domain/books/finance/actions.ts";
import { createDocument as publishDocument } from "#domain/content/documents/actions.ts";
import { uploadMedia } from "#domain/content/media/actions.ts";
import { createStatement } from "#domain/money/bank-statements/actions.ts";
import { createList } from "#domain/money/payment-imports/actions.ts";
import { submitPayment } from "#domain/money/payments/actions.ts";
import { uploadCertificate } from "#domain/people/certificates/actions.ts";
import { createImport } from "#domain/people/roster/import-actions.ts";
import type { UploadedFile } from "#domain/system/files/rules.ts";
import { removePicture, replacePicture } from "#domain/system/settings/actions.ts";
import type { Bindings } from "#env.ts";
import { sweepFiles } from "#jobs/shell/files.ts";
import { PERMISSIONS } from "#permissions.ts";
import { bankAccount } from "../support/bank.ts";
import { breaking, brokenStore } from "../support/broken.ts";
import { input } from "../support/finance.ts";
import { dues, owing, payment } from "../support/payments.ts";
import { REAL } from "../support/pictures.ts";
import { by, person, rows } from "../support/users.ts";

const DAY = 86_400_000;
const MINUTE = 60_000;
/** Longer than any of them takes round trips. */
const MOST_TRIPS = 40;

let count = 0;
/** Bytes that were not there before. */
function bytes(head: string): Uint8Array {
	count += 1;
	return new TextEncoder().encode(`${head}${count}\n`);
}
const pdf = (): UploadedFile => ({ filename: "收據.pdf", declaredType: "", bytes: bytes("%PDF-1.7\n%%EOF\n%") });
const png = (): UploadedFile => ({ filename: "圖.png", declaredType: "", bytes: REAL.png });
const csv = (head: string): UploadedFile => ({ filename: "名冊.csv", declaredType: "text/csv", bytes: bytes(head) });

let staff = 0;
let account = 0;
let owed: Awaited<ReturnType<typeof owing>>;
let acting: ReturnType<typeof by> & { userId: number };
beforeAll(async () => {
	for (const level of ["log", "info", "warn", "error"] as const) vi.spyOn(console, level).mockImplementation(() => {});
	staff = (await person({ roles: ["admin"] })).id;
	account = await bankAccount();
	owed = await owing();
	acting = { ...by({ id: staff }, Date.now()), userId: staff };
});

type Way = {
	/** Takes a file in under a form's key. */
	send: (worker: Bindings, key: string, upload: UploadedFile) => Promise<unknown>;
	upload: () => UploadedFile;
	/** What must be one more afterwards, however often it was sent. */
	counts: string;
	/** Makes room for one more. */
	clear?: () => Promise<unknown>;
};
const WAYS: Record<string, Way> = {
	"a certificate": {
		upload: png,
		counts: "disability_certificates",
		clear: () =>
			env.DB.prepare("UPDATE disability_certificates SET status = 'withdrawn' WHERE status = 'pending'").run(),
		send: (worker, key, upload) =>
			uploadCertificate(worker, open(worker.DB), {
				memberId: owed.memberId,
				upload,
				replaces: null,
				onPaper: true,
				notice: null,
				key,
				by: acting,
			}),
	},
	"the proof of a payment": {
		upload: png,
		counts: "payments",
		send: (worker, key, upload) =>
			submitPayment(worker, open(worker.DB), {
				input: payment([dues(owed)], { last5: null }),
				source: "staff",
				upload,
				key,
				confirmDuplicate: true,
				by: acting,
			}),
	},
	"an attachment in finance": {
		upload: pdf,
		counts: "finance_documents",
		send: (worker, key, upload) =>
			createDocument(worker, open(worker.DB), { input: input(), uploads: [upload], key, by: acting }),
	},
	"a picture of the website": {
		upload: pdf,
		counts: "attachments",
		send: (worker, _, upload) => uploadMedia(worker, open(worker.DB), { upload, by: acting }),
	},
	"a document": {
		upload: pdf,
		counts: "document_versions",
		send: (worker, key, upload) =>
			publishDocument(worker, open(worker.DB), {
				input: {
					title: `章程 ${key}`,
					slug: "",
					category: "",
					kind: "general",
					description: "",
					visibility: "public",
					permission: null,
					publish: "now",
					publish_at: null,
					unpublish_at: null,
				},
				upload,
				key,
				may: new Set(PERMISSIONS),
				...acting,
			}),
	},
	"a roster": {
		upload: () => csv("會員編號,姓名,聯絡電話\nM0001,王小明,0912000111\n#"),
		counts: "roster_imports",
		send: (worker, key, upload) => createImport(worker, open(worker.DB), { roster: upload, key, by: acting }),
	},
	"a list of payments": {
		upload: () => csv("會員編號,姓名,繳款日期,金額\nM0001,王小明,2026/3/3,1000\n#"),
		counts: "payment_imports",
		send: (worker, key, upload) => createList(worker, open(worker.DB), { upload, key, by: acting }),
	},
	"a bank's statement": {
		upload: () => csv("日期,摘要,支出,存入\n2026/03/03,轉帳,,1000\n#"),
		counts: "bank_statements",
		send: (worker, key, upload) =>
			createStatement(worker, open(worker.DB), { accountId: account, upload, key, by: acting }),
	},
	"the logo": {
		upload: png,
		counts: "settings WHERE key = 'association.logo_file_id' AND value <> 'null'",
		clear: () => removePicture(env, open(env.DB), { picture: "logo", by: acting }),
		send: (worker, _, upload) => replacePicture(worker, open(worker.DB), { picture: "logo", upload, by: acting }),
	},
};

/** Objects that a row says are there. */
const NAMED = `SELECT object_key AS key FROM files WHERE deleted_at IS NULL UNION ALL SELECT object_key FROM document_versions
	UNION ALL SELECT 'attachments/' || id FROM attachments`;
/** What was found there once stays: nothing here removes what a row names. */
const there = new Set<string>();
async function missing(): Promise<string[]> {
	const named = (await rows<{ key: string }>(NAMED)).filter(({ key }) => !there.has(key));
	const gone: string[] = [];
	for (const { key } of named)
		if ((await env.FILES.head(key)) === null) gone.push(key);
		else there.add(key);
	return gone;
}
const countOf = async (table: string): Promise<number> =>
	(await rows<{ n: number }>(`SELECT count(*) AS n FROM ${table}`))[0]?.n ?? 0;

describe.each(Object.entries(WAYS))("%s", (_, { send, upload, counts, clear }) => {
	test.each(["before", "after"] as const)(
		"with a store that fails %s it took it: nothing is written; sent again it is one",
		async (when) => {
			await clear?.();
			const had = await countOf(counts);
			const file = upload();
			await expect(send({ ...env, FILES: brokenStore(when) }, `store ${counts} ${when}`, file)).rejects.toThrow();
			expect([await countOf(counts), await missing()]).toEqual([had, []]);
			await send(env, `store ${counts} ${when}`, file);
			expect([await countOf(counts), await missing()]).toEqual([had + 1, []]);
		},
	);

	test.each(["before", "after"] as const)(
		"with a database that fails %s it did what was asked, at any time",
		async (when) => {
			for (let nth = 1, met = true; met; nth++) {
				await clear?.();
				const had = await countOf(counts);
				const file = upload();
				const key = `database ${counts} ${when} ${nth}`;
				const broken = breaking(nth, when);
				await send({ ...env, ...broken.env }, key, file).catch(() => {});
				expect([nth, await missing()]).toEqual([nth, []]);
				await send(env, key, file);
				expect([nth, await countOf(counts), await missing()]).toEqual([nth, had + 1, []]);
				met = broken.met();
				expect(nth).toBeLessThan(MOST_TRIPS);
			}
		},
	);
});

test("what all of that left behind goes with the sweep, and nothing else", async () => {
	const keys = async () => {
		const all: string[] = [];
		for (let cursor: string | undefined, more = true; more; ) {
			const page = await env.FILES.list(cursor === undefined ? {} : { cursor });
			all.push(...page.objects.map(({ key }) => key));
			[cursor, more] = page.truncated ? [page.cursor, true] : [undefined, false];
		}
		return all.sort();
	};
	const named = async () => [...new Set((await rows<{ key: string }>(NAMED)).map(({ key }) => key))].sort();
	expect((await keys()).length).toBeGreaterThan((await named()).length);
	// A newer file of each place shows that the database is not one of yesterday.
	acting = { ...acting, at: Date.now() + DAY };
	for (const name of ["an attachment in finance", "a picture of the website", "a document"]) {
		const way = WAYS[name];
		await way?.send(env, `newer ${name}`, way.upload());
	}
	const from = Date.now() + 2 * DAY;
	for (let minute = 0; minute < 256; minute++) await sweepFiles(env, from + minute * MINUTE);
	expect(await keys()).toEqual(await named());
});
