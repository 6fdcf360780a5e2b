/** Eight lecturers, whose tax and premium are withheld, and forty volunteers, paid in one request each. */
import { Desk, type People } from "./desk.ts";

const LECTURERS = 8;
const VOLUNTEERS = 40;
const LETTERS = "ABCDEFGHJK";

/** A valid 身分證字號 of a number: the letter A, 1, seven digits, and the check digit. */
function nationalId(of: number): string {
	const digits = `1${String(2_345_600 + of).padStart(7, "0")}`;
	const sum = [1, 0, ...digits.split("").map(Number)].reduce(
		(total, digit, at) => total + digit * ([1, 9, 8, 7, 6, 5, 4, 3, 2, 1][at] ?? 0),
		0,
	);
	return `A${digits}${(10 - (sum % 10)) % 10}`;
}

const lecturers = Array.from({ length: LECTURERS }, (_, at) => ({
	name: `講師${LETTERS[at]}先生`,
	id: nationalId(at),
	address: `臺北市中山區民生東路二段 ${at + 1} 號`,
	account: `00123456${String(7_000 + at)}`,
	amount: [2_000, 3_000, 6_000, 12_000, 20_000, 25_000, 30_000, 30_000][at] ?? 0,
}));
const volunteers = Array.from({ length: VOLUNTEERS }, (_, at) => `志工${String(at + 1).padStart(2, "0")}號`);

export async function payLecturers(people: People): Promise<void> {
	const { applicant, accountant } = people;
	Desk.begin("Record eight lecturers as payees");
	await accountant.go("/admin/payees/new/many");
	const list = lecturers.map(({ name, id, address, account }) => [name, id, address, "004", account].join("\t"));
	await accountant.paste("pasted", list.join("\n"));
	await accountant.press("新增受款人");

	Desk.begin("Pay eight lecturers");
	const rows = lecturers.map(({ name, amount }) => [name, "衛教講座演講費", amount].join("\t"));
	const title = "衛教講座講師費";
	await register(applicant, { title, rows, by: "transfer" });
	await approvals(people, title, { category: "9B", account: "5320" });
	await payAndPost(people, title, "1130");
}

export async function payVolunteers(people: People): Promise<void> {
	Desk.begin("Pay forty volunteers");
	const rows = volunteers.map((name) => [name, "志工交通費", 200].join("\t"));
	const title = "支持團體志工交通費";
	await register(people.applicant, { title, rows, by: "cash", isNew: true });
	await approvals(people, title, { category: "none", account: "5320" });
	await payAndPost(people, title, "1110");
}

const PDF = "%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF";
const attach = (desk: Desk) =>
	desk.upload("file", { name: "名單.pdf", mimeType: "application/pdf", buffer: Buffer.from(PDF) });
type Asked = {
	title: string;
	rows: readonly string[];
	by: "transfer" | "cash";
	/** Whether the payees are not recorded yet. */
	isNew?: true;
};

async function register(desk: Desk, { title, rows, by, isNew }: Asked): Promise<void> {
	const { page } = desk;
	await desk.go("/admin/finance/registers/new?register=fees");
	await desk.type("title", title);
	await desk.tick(page.getByText("從試算表貼上名單", { exact: true }));
	await desk.paste("paste", rows.join("\n"));
	await desk.press("加入清冊");
	await desk.tick(
		page
			.locator(`main input[name="pay_by"][value="${by}"] + *, main label:has(input[name="pay_by"][value="${by}"])`)
			.first(),
	);
	await attach(desk);
	if (isNew) await desk.tick(page.getByLabel("還沒有受款人資料的名字，一併建立"));
	await desk.press("送出申請");
}

/** Opens a request from the list of what waits for somebody. */
async function open(desk: Desk, title: string): Promise<void> {
	await desk.go("/admin/finance/waiting");
	await desk.press(desk.page.locator("main").getByRole("link", { name: title }).first());
}

type Decided = { category: string; account: string };
async function approvals(
	{ cashier, accountant, chair }: People,
	title: string,
	{ category, account }: Decided,
): Promise<void> {
	await open(cashier, title);
	await cashier.press("審核通過，送會計");
	await open(accountant, title);
	await accountant.account("account", account);
	await accountant.choose("category_all", { value: category });
	await accountant.press("依類別計算");
	await accountant.press("核准，送理事長");
	await open(chair, title);
	await chair.press("核准，送出納付款");
}

async function payAndPost({ cashier, accountant }: People, title: string, from: string): Promise<void> {
	await open(cashier, title);
	await cashier.press(cashier.page.getByRole("link", { name: /^付款 / }));
	await cashier.account("paid_from", from);
	await cashier.press("已付款，登錄");
	await open(accountant, title);
	await accountant.press("入帳");
}
