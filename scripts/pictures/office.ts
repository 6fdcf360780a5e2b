import { csvFile, type Picture, press, ROC, WHO, YEAR } from "./picture.ts";

const who = WHO.secretary;

/** The pictures of the secretary. */
export const OFFICE_PICTURES: readonly Picture[] = [
	{ name: "手冊/home-secretary", who, path: "/admin", height: 900 },
	{ name: "手冊/members", who, path: "/admin/members", height: 860 },
	{
		name: "手冊/note",
		who,
		path: "/admin/members",
		steps: (page) =>
			page
				.getByRole("button", { name: "新增備忘錄：石國樑" })
				.or(page.getByRole("link", { name: "新增備忘錄：石國樑" }))
				.first()
				.click(),
		from: "main table",
		height: 560,
	},
	{ name: "手冊/member", who, path: "/admin/members?q=石宥安", steps: press("石宥安"), height: 900 },
	{ name: "手冊/member-new", who, path: "/admin/members/new", height: 800 },
	{
		name: "手冊/applications",
		who,
		path: "/admin/members/applications",
		steps: async (page) => {
			for (const box of await page.locator("main tbody input[type=checkbox]").all()) await box.check();
			await page.getByLabel("決議文號或會議名稱").fill("第 4 屆第 7 次理監事聯席會議");
			await page.getByLabel("決議日期").fill(`${ROC}/11/21`);
		},
		height: 980,
		mark: "main button:has-text('核准勾選的申請')",
	},
	{
		name: "手冊/member-login",
		who,
		path: "/admin/members?q=倪淑華",
		steps: press("倪淑華", "連結或邀請"),
		height: 700,
	},
	{ name: "手冊/duplicates", who, path: "/admin/members/duplicates", steps: press("比對合併"), height: 900 },
	{ name: "手冊/privacy", who, path: "/admin/members/privacy", steps: press("郭子晴"), height: 900 },
	{
		name: "手冊/roster",
		who,
		path: "/admin/members/imports",
		steps: async (page) => {
			await page.setInputFiles(
				"main input[type=file] >> nth=0",
				csvFile("會員名冊.csv", [
					"會員編號,姓名,身分,會員類別,出生日期,聯絡電話,通訊地址,監護人,備註",
					"M0002,石國樑,家長,個人會員,70.5.12,0922-333-444,新北市板橋區青石路88號9樓,,",
					"M0031,周慧敏,病友,個人會員,68/7/21,0963-000-131,臺南市東區裕農路21號,,喜歡電話聯絡",
					"M0032,范國華,病友家屬,個人會員,61.11.3,0937000132,桃園市中壢區元化路9號,,",
					",范小雨,病友,個人會員,103/2/8,,,范國華,與父親同住",
					"M0033,林怡君,病友,個人會員,12/3/5,0911000133,,,",
				]),
			);
			await press("上傳並試算", "看試算結果")(page);
		},
		height: 900,
	},
	{ name: "手冊/dues-assessment", who, path: `/admin/dues/assessment?year=${YEAR + 1}`, height: 760 },
	{ name: "手冊/dues-notices", who, path: "/admin/dues/notices", height: 820 },
	{ name: "手冊/payment-entry", who, path: "/admin/payments/new?q=M0020", steps: press("倪淑華"), height: 900 },
	{
		name: "手冊/announcement",
		who,
		path: "/admin/announcements?audience=members&state=open",
		steps: (page) => page.locator("main tbody a").first().click(),
		height: 900,
	},
	{
		name: "手冊/announcement-mail",
		who,
		path: "/admin/announcements?state=scheduled",
		steps: async (page) => {
			await page.locator("main tbody a").first().click();
			await page.locator("main a[href$='/mailing']").first().click();
		},
		height: 900,
	},
	{ name: "手冊/board", who, path: "/admin/tasks/board", height: 860 },
	{ name: "手冊/task", who, path: "/admin/tasks?q=證明換發", steps: press("打電話關心"), height: 860 },
	{
		name: "手冊/document",
		who,
		path: "/admin/documents?q=會員大會手冊",
		steps: press("115 年會員大會手冊"),
		height: 900,
	},
];
