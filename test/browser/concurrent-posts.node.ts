/** 會計、出納由同一人兼辦 in the browser: the resolution, the chair's confirmation, one press for both reviews, the month's list. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createDocument, submitDocument } from "#domain/books/finance/actions.ts";
import { paths } from "#http/paths.ts";
import { byUser } from "#kernel/by.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { type AdminServer, openTab, sessionOf, startAdmin } from "../support/admin-server.ts";
import { look } from "../support/look.ts";

const { concurrentPosts, finance, settings } = paths.admin;
const now = Date.now();
const DAY = 86_400_000;
const day = (later: number): string => dateInTaipei(now + later * DAY);
let server: AdminServer;
let document = 0;

before(async () => {
	server = await startAdmin({
		prepare: async ({ env, db, secrets }) => {
			const id = async (email: string): Promise<number> =>
				(await env.DB.prepare("SELECT id FROM users WHERE email = ?").bind(email).first<number>("id")) ?? 0;
			// The cashier keeps the accountant's office too.
			await env.DB.prepare("INSERT INTO user_roles SELECT ?, id FROM roles WHERE code = 'accountant'")
				.bind(await id("cashier@example.org"))
				.run();
			const applicant = await id("applicant@example.org");
			const by = { ...byUser(applicant, null, now), userId: applicant };
			document = await createDocument({ ...env, ...secrets }, db, {
				input: {
					...{ kind: "vendor", title: "秋季病友聚會場地費", purpose: "出席 64 人", payeeName: "青禾文化空間有限公司" },
					...{
						payeeTaxId: "12345675",
						payeeUserId: null,
						payeeMemberId: null,
						payBy: "cash",
						payeeBank: "",
						payeeAccount: "",
					},
					...{
						wantedOn: null,
						projectId: null,
						incomeTax: 0,
						nhi: 0,
						noAttachmentReason: "電子發票另存",
						advanceId: null,
					},
					...{ refundOf: null, paymentId: null, bankLineId: null, lines: [{ summary: "場地租金", amount: 15_000 }] },
				},
				key: "concurrent posts",
				by,
			});
			await submitDocument(db, { ref: { id: document, version: 1 }, by });
		},
	});
});
after(() => server?.stop());

test("is written by the administrator, confirmed by the chair, and then one press is both reviews", {
	timeout: 240_000,
}, async () => {
	const tabOf = async (name: string) =>
		openTab(server, { cookies: { session: await sessionOf(server, `${name}@example.org`) } });
	const [admin, chair, cashier] = [await tabOf("admin"), await tabOf("chair"), await tabOf("cashier")];
	await admin.page.goto(server.address + settings.group("approval"));
	await admin.page.getByRole("link", { name: "兼辦的決議" }).click();
	await admin.page.waitForURL(`**${concurrentPosts.list()}`);
	await look(admin.page);
	await admin.page.getByLabel("兼辦的人").selectOption({ label: "許雅雯" });
	await admin.page.getByLabel("作成決議的會議").selectOption({ label: "理事會" });
	await admin.page.getByLabel("屆次或決議字號").fill("第 3 屆第 2 次會議提案三");
	await admin.page.getByLabel("決議日期").fill(day(-9));
	await admin.page.getByLabel("開始日期").fill(day(-1));
	await admin.page.getByLabel("最後一天").fill(day(600));
	await admin.page.getByRole("button", { name: "登記，送理事長確認" }).click();
	await admin.page.getByText("待理事長確認").waitFor();
	await chair.page.goto(server.address + concurrentPosts.list());
	await look(chair.page);
	await chair.page.getByRole("button", { name: "確認" }).click();
	await chair.page.getByText("兼辦中").waitFor();
	await look(chair.page);

	await cashier.page.goto(server.address + finance.waiting());
	await cashier.page.getByText("等候您審核（財務：會計、出納由同一人兼辦）").waitFor();
	await cashier.page.goto(server.address + finance.show(document));
	await look(cashier.page);
	await cashier.page.getByLabel("「場地租金」的會計科目").fill("病友服務");
	await cashier.page.getByRole("button", { name: "財務審核通過，送理事長" }).click();
	await cashier.page.getByText("財務已審核（會計、出納由同一人兼辦）").waitFor();
	await look(cashier.page);
	await chair.page.goto(server.address + finance.print(document));
	await chair.page.getByText("財務審核", { exact: true }).waitFor();
	await chair.page.goto(server.address + concurrentPosts.month(day(0).slice(0, 7)));
	await chair.page.getByText("財務審核：許雅雯").waitFor();
	await look(chair.page);
	for (const { errors } of [admin, chair, cashier]) assert.deepEqual(errors, []);
});
