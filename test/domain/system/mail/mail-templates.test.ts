import fc from "fast-check";
import { expect, test } from "vitest";
import { renderMail } from "#domain/system/mail/render.ts";
import { mailSettings } from "#domain/system/mail/settings.ts";
import { KIND_NAMES, KINDS, type KindData, type KindName } from "#domain/system/notifications/kinds.ts";
import { oneLine } from "#domain/system/notifications/letter.ts";
import { shareOf } from "../../../support/chances.ts";

const AT = Date.UTC(2026, 2, 5, 1, 30); // 09:30 in Taipei
const LINK = "0123456789abcdef0123456789abcdef";
const links = {
	once: (purpose: string, id: string) => `https://api.example.org/${purpose}/${id}.token?a=1&b=2`,
	home: () => "https://api.example.org/admin",
	forgot: () => "https://api.example.org/forgot",
	confirmations: () => "https://api.example.org/admin/confirmations",
	account: () => "https://api.example.org/account",
	webhook: (id: number) => `https://api.example.org/admin/webhooks/${id}`,
	audit: () => "https://api.example.org/admin/audit",
	certificate: (dependentId: number | null) => `https://api.example.org/certificate/${dependentId}`,
	member: () => "https://api.example.org/member",
	privacyRequest: (id: number) => `https://api.example.org/member/privacy/requests/${id}`,
	privacyHandling: (id: number) => `https://api.example.org/admin/members/privacy/${id}`,
	payment: (id: number) => `https://api.example.org/member/payments/${id}`,
	finance: (id: number) => `https://api.example.org/admin/finance/${id}`,
	concurrentMonth: (month: string) => `https://api.example.org/admin/concurrent-posts/months/${month}`,
	examination: (id: number) => `https://api.example.org/admin/examinations/${id}`,
	release: (id: number) => `https://api.example.org/admin/releases/${id}`,
	text: (resource: string, id: number) => `https://api.example.org/admin/${resource}s/${id}`,
	task: (id: number) => `https://api.example.org/admin/tasks/${id}`,
	pay: () => "https://api.example.org/member/payments/new",
	announcement: (id: number, isForStaff: boolean) =>
		`https://api.example.org/${isForStaff ? "admin" : "member"}/announcements/${id}`,
	unsubscribe: (listed: string) => `https://api.example.org/unsubscribe/${listed}.token`,
};
const STORED = {
	"association.name": "漣漪病友協會",
	"association.address": "106 臺北市大安區",
	"association.phone": "02-2345-6789",
	"association.email": "office@example.org",
};
const settings = mailSettings(new Map(Object.entries(STORED)));

const EXAMPLES: { [Name in KindName]: { data: KindData[Name]; subject: string; leadsTo: string[] } } = {
	account_disabled: { data: { disabledAt: AT }, subject: "您的帳號已停用", leadsTo: [] },
	announcement: {
		data: {
			announcement: 5,
			title: "春季病友聚會",
			lines: ["四月十二日下午兩點，臺大醫院國際會議中心。", "歡迎帶家人一起來。"],
			isWhole: true,
			isForStaff: false,
			signsIn: true,
			listed: "member_announcements-u12",
			until: null,
		},
		subject: "春季病友聚會",
		leadsTo: [links.announcement(5, false), links.unsubscribe("member_announcements-u12")],
	},
	audit_seal: {
		data: { sealId: 7, toId: 1234, hash: "ab".repeat(32), sealedAt: AT },
		subject: "稽核紀錄防竄改存證 第 7 號",
		leadsTo: [links.audit()],
	},
	certificate_approved: {
		data: { dependentId: null },
		subject: "您送出的證明已核准",
		leadsTo: [links.certificate(null)],
	},
	certificate_expired: { data: { dependentId: 7 }, subject: "證明已到期", leadsTo: [links.certificate(7)] },
	certificate_expiring: {
		data: { dependentId: null, days: 60 },
		subject: "證明即將到期，請更新",
		leadsTo: [links.certificate(null)],
	},
	certificate_rejected: {
		data: { dependentId: 7 },
		subject: "您送出的證明需要補正",
		leadsTo: [links.certificate(7)],
	},
	certificate_revoked: {
		data: { dependentId: null },
		subject: "證明的核准已撤銷",
		leadsTo: [links.certificate(null)],
	},
	confirmation_about_you: {
		data: { kind: "user_login", isTimed: true },
		subject: "與您有關的變更等候確認：變更一個帳號的登入資料",
		leadsTo: [links.confirmations()],
	},
	confirmation_waits: {
		data: { kind: "user_roles", isTimed: true },
		subject: "等候第二人確認：給一個帳號加上角色",
		leadsTo: [links.confirmations()],
	},
	concurrent_month: {
		data: { year: 2026, month: 11 },
		subject: "115 年 11 月會計、出納兼辦的單據清單",
		leadsTo: [links.concurrentMonth("2026-11")],
	},
	examination_answered: {
		data: { examinationId: 4 },
		subject: "查核的疑問有答覆了",
		leadsTo: [links.examination(4)],
	},
	examination_doubt: {
		data: { examinationId: 4 },
		subject: "監事查核有疑問，等會計或出納答覆",
		leadsTo: [links.examination(4)],
	},
	dues_reminder: {
		data: {
			...{ kind: "end", own: true, dependents: 2, until: "2026-12-31", grace: "2027-03-31", payBy: "2027-03-31" },
			owed: [
				{ own: true, no: "A0001", items: [{ kind: "annual", year: 2027, left: 1_000 }] },
				{ own: false, no: "A0002", items: [{ kind: "entrance", year: 2027, left: 500 }] },
			],
			accounts: ["合作金庫 大安分行　戶名 漣漪病友協會　帳號 0001-717-000001"],
		},
		subject: "會員資格已到期，請續繳會費",
		leadsTo: [links.pay()],
	},
	email_change: {
		data: { linkId: LINK, expiresAt: AT },
		subject: "請確認您的新信箱",
		leadsTo: [links.once("email_change", LINK)],
	},
	email_changed: { data: { changedAt: AT }, subject: "您的登入信箱已變更", leadsTo: [] },
	finance_status: {
		data: { documentId: 9, number: "F115-0142", step: "approve_chair" },
		subject: "支出申請 F115-0142：理事長已核准",
		leadsTo: [links.finance(9)],
	},
	finance_turn: {
		data: { documentId: 9, number: "F115-0142", step: "approve_accountant" },
		subject: "支出申請 F115-0142 等候您審核",
		leadsTo: [links.finance(9)],
	},
	finance_waiting: {
		data: { documentId: 9, number: "F115-0142", step: "pay", days: 3 },
		subject: "支出申請 F115-0142 已等候 3 天",
		leadsTo: [links.finance(9)],
	},
	income_recorded: { data: { receipt: "115-000012" }, subject: "謝謝您的捐款", leadsTo: [] },
	income_reversed: { data: { receipt: null }, subject: "您的一筆捐款紀錄已更正", leadsTo: [] },
	payment_rejected: { data: { paymentId: 8 }, subject: "您的繳費資料需要補正", leadsTo: [links.payment(8)] },
	payment_reversed: { data: { paymentId: 8 }, subject: "您的一筆繳費紀錄已更正", leadsTo: [links.payment(8)] },
	payment_verified: { data: { paymentId: 8 }, subject: "您的繳費已經核對完成", leadsTo: [links.payment(8)] },
	phone_changed: { data: { changedAt: AT }, subject: "您的登入手機號碼已變更", leadsTo: [] },
	activation_code_issued: {
		data: { worksFrom: AT },
		subject: "有人為您的帳號申請了啟用碼",
		leadsTo: [links.member()],
	},
	guardian_changed: { data: { isNew: true }, subject: "您已登記為監護人", leadsTo: [links.member()] },
	privacy_answered: {
		data: { requestId: 4 },
		subject: "您的個人資料申請已有答覆",
		leadsTo: [links.privacyRequest(4)],
	},
	privacy_due: {
		data: { requestId: 4, days: 5 },
		subject: "個人資料申請即將到期",
		leadsTo: [links.privacyHandling(4)],
	},
	privacy_extended: {
		data: { requestId: 4 },
		subject: "您的個人資料申請需要多一些時間",
		leadsTo: [links.privacyRequest(4)],
	},
	invitation: {
		data: { linkId: LINK, expiresAt: AT },
		subject: "邀請您開通帳號",
		leadsTo: [links.once("invitation", LINK)],
	},
	link_request_linked: { data: {}, subject: "您的會員資料已經可以查看", leadsTo: [links.member()] },
	link_request_refused: { data: {}, subject: "您送出的會員資料需要補正", leadsTo: [links.member()] },
	mail_test: { data: { askedAt: AT }, subject: "測試信", leadsTo: [] },
	password_changed: { data: { changedAt: AT }, subject: "您的密碼已變更", leadsTo: [links.forgot()] },
	password_reset: {
		data: { linkId: LINK, expiresAt: AT },
		subject: "重設您的密碼",
		leadsTo: [links.once("password_reset", LINK)],
	},
	release_ending: {
		data: { id: 4, until: "2026-04-05" },
		subject: "同意書即將到期：第 4 號",
		leadsTo: [links.release(4)],
	},
	release_held: {
		data: { resource: "page", id: 8 },
		subject: "單頁已停止公開：同意書不適用",
		leadsTo: [links.text("page", 8)],
	},
	rights_recovered: { data: { at: AT }, subject: "有人以維運指令恢復系統管理員", leadsTo: [links.audit()] },
	second_factor_changed: {
		data: { change: "reset", changedAt: AT },
		subject: "兩步驟驗證已由協會重設",
		leadsTo: [links.account()],
	},
	sign_in_failures: {
		data: { failed: 20, at: AT },
		subject: "有人一直在試您的登入密碼",
		leadsTo: [links.forgot()],
	},
	task_assigned: {
		data: { taskId: 12, dueOn: "2026-11-25", priority: 1 },
		subject: "有一件任務交給您：#12",
		leadsTo: [links.task(12)],
	},
	task_due: {
		data: { taskId: 12, dueOn: "2026-11-25", when: "over" },
		subject: "任務 #12 已經逾期",
		leadsTo: [links.task(12)],
	},
	term_deposit_ending: {
		data: { id: 2, until: "2026-12-01", renews: 1 },
		subject: "定期存款即將到期：2026-12-01",
		leadsTo: [links.home()],
	},
	webhook_disabled: {
		data: { endpointId: 3, host: "www.example.org", reason: "the endpoint answered 410 Gone", disabledAt: AT },
		subject: "通知官網已停用：www.example.org",
		leadsTo: [links.webhook(3)],
	},
	webhook_slow: {
		data: { endpointId: 3, host: "www.example.org", since: AT },
		subject: "官網回應太慢：www.example.org",
		leadsTo: [links.webhook(3)],
	},
};

function render(template: KindName, data: unknown, of: { name?: string; settings?: typeof settings } = {}) {
	const mail = { template, data: JSON.stringify(data), toName: of.name ?? "王小明" };
	const rendered = renderMail(mail, { settings: of.settings ?? settings, links });
	if (!rendered) throw new Error(`${template} cannot be written`);
	return rendered;
}

/** What an HTML parser makes of it: every element with the names of its attributes, the addresses it leads to, the words. */
async function parse(html: string): Promise<{ elements: string[]; hrefs: string[]; words: string }> {
	const elements: string[] = [];
	const hrefs: string[] = [];
	let words = "";
	const rewriter = new HTMLRewriter()
		.on("*", {
			element(element) {
				const attributes = [...element.attributes].map(([name]) => name);
				elements.push([element.tagName, ...attributes].join(" "));
				if (element.hasAttribute("href")) hrefs.push(decoded(element.getAttribute("href") ?? ""));
			},
		})
		.on("body", {
			text(chunk) {
				words += chunk.text;
			},
		});
	await rewriter.transform(new Response(html)).arrayBuffer();
	return { elements, hrefs, words: decoded(words) };
}
const decoded = (text: string): string =>
	text
		.replaceAll("&lt;", "<")
		.replaceAll("&gt;", ">")
		.replaceAll("&quot;", '"')
		.replaceAll("&#39;", "'")
		.replaceAll("&amp;", "&");

test("every template has an example here", () => {
	expect(Object.keys(EXAMPLES).toSorted()).toEqual(KIND_NAMES.toSorted());
});

test.each(KIND_NAMES)("%s: subject, links in text and HTML, the association below", async (name) => {
	const { data, subject, leadsTo } = EXAMPLES[name];
	const mail = render(name, data);
	expect(mail.subject).toBe(`【漣漪病友協會】${subject}`);
	const { hrefs } = await parse(mail.html);
	expect([...new Set(hrefs)]).toEqual(leadsTo);
	const lines = mail.text.split("\n");
	expect(lines.filter((line) => line.startsWith("https:"))).toEqual(leadsTo);
	expect(lines[0]).toBe("王小明 您好：");
	const listed = leadsTo.find((href) => href.includes("/unsubscribe/"));
	expect(lines.slice(lines.indexOf("--"))).toEqual([
		"--",
		"漣漪病友協會",
		"106 臺北市大安區",
		"電話 02-2345-6789",
		"信箱 office@example.org",
		"這封信由系統寄出，請不要直接回覆。",
		...(listed ? ["不想再收到這類郵件，請按這裡取消訂閱：", listed] : []),
		"",
	]);
});

test("the whole text of a mail", () => {
	expect(render("password_reset", { linkId: LINK, expiresAt: AT }, { name: "" }).text).toBe(`您好：

我們收到重設密碼的要求。請按下面的按鈕，設定新的密碼。

設定新密碼：
https://api.example.org/password_reset/${LINK}.token?a=1&b=2

連結只能使用一次，有效至 2026 年 3 月 5 日 09:30。設定之後，您在所有裝置上都要重新登入。

如果不是您提出的，請不必理會這封信，您的密碼不會改變。如果一再收到，請與協會聯絡。

--
漣漪病友協會
106 臺北市大安區
電話 02-2345-6789
信箱 office@example.org
這封信由系統寄出，請不要直接回覆。
`);
});

test("an association of which only the default is known; a reply address", () => {
	const text = (stored: [string, string][]) => {
		const { text } = render("mail_test", { askedAt: AT }, { settings: mailSettings(new Map(stored)) });
		return text.split("\n").slice(text.split("\n").indexOf("--"));
	};
	expect(text([])).toEqual(["--", "病友協會", "這封信由系統寄出，請不要直接回覆。", ""]);
	expect(text([["mail.reply_to", "a@example.org"]])).toEqual([
		"--",
		"病友協會",
		"有任何問題，可以直接回覆這封信。",
		"",
	]);
});

const hostile = fc.oneof(
	fc.string({ unit: "binary", maxLength: 60 }),
	fc
		.array(
			fc.constantFrom(
				"<script>",
				'"',
				"'",
				"\r\n",
				"\n.\n",
				"Bcc: a@example.org",
				"&amp;",
				"]]>",
				"-->",
				"\u2028",
				"\u202e",
				"</td>",
				" onload=x ",
				"王",
				"\0",
				"\u0085",
			),
			{ maxLength: 8 },
		)
		.map((parts) => parts.join("")),
);
const said = hostile.map((text) => `x${text}`);
/** Texts that a schema takes one of a few of, or days. */
const CODES = ["change", "dueOn", "when", "linkId", "kind", "until", "grace", "step", "listed", "resource"];
/** Data of a template in which every other text is replaced. */
const withTexts = (data: object, texts: string[]): object =>
	Object.fromEntries(
		Object.entries(data).map(([key, value], at) => [
			key,
			typeof value === "string" && !CODES.includes(key) ? (texts[at] ?? value) : value,
		]),
	);

const SOME_KINDS = shareOf(KIND_NAMES, 3);
test.each(SOME_KINDS)("%s: whatever the words hold, a header stays one line and the markup is ours", async (name) => {
	const { data, leadsTo } = EXAMPLES[name];
	const usual = await parse(render(name, data).html);
	await fc.assert(
		fc.asyncProperty(said, fc.array(said, { minLength: 9, maxLength: 9 }), async (who, texts) => {
			const [association = "", address = "", phone = "", email = "", ...rest] = texts;
			const changed = { ...settings, association: { name: association, address, phone, email } };
			const told = withTexts(data, rest);
			const mail = render(name, told, { name: who, settings: changed });
			expect(mail.subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
			const { elements, hrefs, words } = await parse(mail.html);
			expect(elements).toEqual(usual.elements);
			expect([...new Set(hrefs)]).toEqual(leadsTo);
			for (const text of [who, association, address, phone, email]) {
				expect(words).toContain(oneLine(text));
				expect(mail.text).toContain(oneLine(text));
			}
			expect(mail.text.split("\n").filter((line) => line.startsWith("https:"))).toEqual(leadsTo);
		}),
		{ numRuns: 40 },
	);
});

test("data with anything besides what a template is told are refused, such as a token", () => {
	for (const name of KIND_NAMES) {
		const { schema } = KINDS[name];
		expect(schema.safeParse(EXAMPLES[name].data).success).toBe(true);
		expect(schema.safeParse({ ...EXAMPLES[name].data, token: "secret" }).success).toBe(false);
	}
});

test("what cannot be written any more is undefined, not an error", () => {
	const write = (template: string, data: string) => renderMail({ template, data, toName: "" }, { settings, links });
	expect(write("mail_test", "{}")).toBe(undefined);
	expect(write("mail_test", "not JSON")).toBe(undefined);
	expect(write("toString", "{}")).toBe(undefined);
});
