/** The members of the demo association: families, every status and type. Written for this project; nobody is real. */
import type { Db } from "#db/commit.ts";
import { storedMember } from "#db/member-reads.ts";
import { readRows, select } from "#db/read.ts";
import { type By, byOperator } from "#domain/by.ts";
import { dateInTaipei } from "#domain/content/times.ts";
import { createMember, stepMember, updateMember } from "#domain/members/actions.ts";
import type { MemberStatus } from "#domain/members/codes.ts";
import type { MemberInput } from "#domain/members/form.ts";
import type { Move } from "#domain/members/steps.ts";

type Keys = { SEALING_KEY: string };
type DemoMember = Partial<MemberInput> & {
	name: string;
	birth_date: string;
	/** Active unless told; what an association has seen many times over. */
	status?: MemberStatus;
	/** Days ago that the record was made. */
	days: number;
	/** The name of another one of this list. */
	guardian?: string;
	/** Steps that the record then took, so that its history tells them. */
	moves?: Move[];
	source?: string;
};

const NOBODY: MemberInput = {
	member_no: null,
	name: "",
	name_en: "",
	identity_type: "patient",
	membership_type: "individual",
	gender: null,
	birth_date: null,
	phone: null,
	phone_home: null,
	email: null,
	line_id: null,
	postal_code: null,
	city: null,
	district: null,
	address: null,
	occupation: null,
	emergency_name: null,
	emergency_relation: null,
	emergency_phone: null,
	joined_on: null,
};

const place = (postal_code: string, city: string, district: string, address: string) => ({
	postal_code,
	city,
	district,
	address,
});
const contact = (emergency_name: string, emergency_relation: string, emergency_phone: string) => ({
	emergency_name,
	emergency_relation,
	emergency_phone,
});
const RESOLUTION = { resolution_no: "第 4 屆第 6 次理監事聯席會議" };

/** The two who sign in: their records are there already, by their numbers. */
const SIGNED_IN: Record<string, Partial<MemberInput>> = {
	M0001: {
		name_en: "Kuo Tzu-ching",
		gender: "female",
		birth_date: "1988-06-21",
		national_id: "A200000012",
		diagnosis_note: "類風濕性關節炎，107 年確診；上下樓梯需要扶手，活動請安排電梯。",
		health_consent: true,
		phone: "0912345678",
		email: "member@example.org",
		line_id: "tzuching.kuo",
		...place("106", "臺北市", "大安區", "漣漪街 21 巷 6 號 4 樓"),
		occupation: "平面設計",
		...contact("郭建宏", "父親", "0910000101"),
		joined_on: "2019-03-16",
	},
	M0002: {
		identity_type: "parent",
		gender: "male",
		birth_date: "1981-11-02",
		national_id: "F100000024",
		phone: "0922333444",
		phone_home: "02-29000102",
		...place("220", "新北市", "板橋區", "青石路 88 號 9 樓"),
		occupation: "公車駕駛",
		...contact("簡麗芳", "配偶", "0922333445"),
		joined_on: "2021-05-08",
	},
};

const MEMBERS: readonly DemoMember[] = [
	{
		name: "石宥安",
		member_no: "M0003",
		gender: "male",
		birth_date: "2015-04-18",
		guardian: "石國樑",
		phone: "0922333444",
		...place("220", "新北市", "板橋區", "青石路 88 號 9 樓"),
		diagnosis_note: "幼年型特發性關節炎，每三個月回診。",
		health_consent: true,
		national_id: "F100000113",
		joined_on: "2021-05-08",
		days: 900,
	},
	{
		name: "黃素貞",
		member_no: "M0004",
		identity_type: "parent",
		gender: "female",
		birth_date: "1979-02-11",
		phone: "0933000104",
		email: "sujhen@example.org",
		line_id: "sujhen.h",
		...place("407", "臺中市", "西屯區", "河岸二路 15 號"),
		occupation: "國小教師",
		joined_on: "2018-09-01",
		days: 1200,
	},
	{
		name: "洪子庭",
		member_no: "M0005",
		gender: "female",
		birth_date: "2012-10-30",
		guardian: "黃素貞",
		phone: "0933000104",
		joined_on: "2018-09-01",
		days: 1200,
	},
	{
		name: "洪子杰",
		member_no: "M0006",
		gender: "male",
		birth_date: "2008-12-24",
		guardian: "黃素貞",
		phone: "0933000104",
		joined_on: "2018-09-01",
		days: 1190,
	},
	{
		name: "邱明道",
		member_no: "M0007",
		membership_type: "lifetime",
		gender: "male",
		birth_date: "1952-07-09",
		phone_home: "04-22000107",
		national_id: "B100000048",
		...place("403", "臺中市", "西區", "向上老街 3 號"),
		occupation: "退休",
		...contact("邱怡蓉", "女兒", "0955000107"),
		joined_on: "2007-11-18",
		days: 2400,
	},
	{
		name: "廖佩君",
		member_no: "M0008",
		gender: "female",
		birth_date: "1994-01-27",
		phone: "0966000108",
		email: "peichun@example.org",
		...place("800", "高雄市", "新興區", "港灣路 120 號 7 樓"),
		occupation: "護理師",
		national_id: "E200000061",
		joined_on: "2023-02-18",
		days: 640,
	},
	{
		name: "宋承翰",
		member_no: "M0009",
		membership_type: "sponsor",
		gender: "male",
		birth_date: "1970-05-05",
		phone: "0911000109",
		email: "chenghan.sung@example.org",
		...place("300", "新竹市", "東區", "風城路 66 號"),
		occupation: "工程師",
		joined_on: "2020-06-20",
		days: 800,
	},
	{
		name: "方靜宜",
		name_en: "Fang Ching-yi",
		member_no: "M0010",
		membership_type: "honorary_academic",
		gender: "female",
		birth_date: "1963-08-14",
		email: "cyfang@example.org",
		...place("100", "臺北市", "中正區", "杏林路 1 號"),
		occupation: "風濕免疫科醫師",
		joined_on: "2016-04-23",
		days: 1500,
	},
	{
		name: "杜振華",
		member_no: "M0011",
		membership_type: "regular",
		gender: "male",
		birth_date: "1958-03-30",
		phone_home: "07-2000111",
		...place("801", "高雄市", "前金區", "舊碼頭街 9 號"),
		joined_on: "2009-05-17",
		source: "roster:會員名冊.xlsx",
		days: 1700,
	},
	{
		name: "溫曉萱",
		member_no: "M0012",
		membership_type: "student",
		gender: "female",
		birth_date: "2003-09-12",
		phone: "0977000112",
		line_id: "wen_0912",
		...place("701", "臺南市", "東區", "大學後街 40 號"),
		occupation: "學生",
		joined_on: "2022-10-15",
		days: 700,
	},
	{
		name: "戴國榮",
		member_no: "M0013",
		membership_type: "honorary",
		gender: "male",
		birth_date: "1946-12-01",
		phone_home: "02-27000113",
		joined_on: "2007-11-18",
		days: 2400,
	},
	{
		name: "龔雅琪",
		member_no: "M0014",
		gender: "female",
		birth_date: "1985-05-19",
		phone: "0988000114",
		email: "yachi.kung@example.org",
		...place("970", "花蓮縣", "花蓮市", "海風街 12 號"),
		occupation: "民宿經營",
		diagnosis_note: "紅斑性狼瘡；避免長時間日曬。",
		health_consent: true,
		joined_on: "2024-03-09",
		days: 400,
	},
	{
		name: "康志明",
		member_no: "M0015",
		identity_type: "parent",
		gender: "male",
		birth_date: "1976-10-10",
		phone: "0919000115",
		joined_on: "2020-08-15",
		days: 760,
		moves: [{ step: "decease", on: "2026-08-30", reason: "家屬來電告知。" }],
	},
	{
		name: "康恩綺",
		member_no: "M0016",
		gender: "female",
		birth_date: "2014-02-28",
		guardian: "康志明",
		phone: "0919000115",
		joined_on: "2020-08-15",
		days: 760,
	},
	{
		name: "尤俊賢",
		member_no: "M0017",
		gender: "male",
		birth_date: "1990-07-07",
		phone: "0928000117",
		joined_on: "2019-11-23",
		days: 820,
		moves: [{ step: "resign", on: "2026-06-30", reason: "移居國外。" }],
	},
	{
		name: "藍麗珠",
		member_no: "M0018",
		gender: "female",
		birth_date: "1967-01-15",
		phone: "0937000118",
		joined_on: "2015-06-06",
		days: 1400,
		moves: [{ step: "suspend", reason: "違反章程第 9 條，理監事會決議停權六個月。" }],
	},
	{
		name: "姚家豪",
		member_no: "M0019",
		membership_type: "sponsor",
		gender: "male",
		birth_date: "1973-11-11",
		joined_on: "2017-01-14",
		days: 1300,
		moves: [{ step: "expel", reason: "以協會名義推銷產品，經會員大會決議除名。" }],
	},
	{
		name: "倪淑華",
		gender: "female",
		birth_date: "1982-04-04",
		phone: "0952000120",
		email: "shuhua.ni@example.org",
		...place("330", "桃園市", "桃園區", "虎頭山路 7 號"),
		occupation: "會計",
		status: "applied",
		days: 40,
		moves: [{ step: "approve", ...RESOLUTION, resolution_on: "2026-10-17" }],
	},
	{
		name: "鄒秉翰",
		gender: "male",
		birth_date: "1999-03-21",
		phone: "0963000121",
		status: "applied",
		days: 60,
		moves: [{ step: "decline", reason: "資料不齊，補件期限已過。" }],
	},
	{
		name: "馮筱雯",
		gender: "female",
		birth_date: "1991-12-08",
		phone: "0970000122",
		email: "hsiaowen@example.org",
		...place("600", "嘉義市", "西區", "林森老街 55 號"),
		source: "self",
		status: "applied",
		days: 12,
	},
	{
		name: "梁哲維",
		gender: "male",
		birth_date: "2001-08-16",
		phone: "0983000123",
		status: "applied",
		days: 9,
	},
	{
		name: "莊惠如",
		identity_type: "parent",
		gender: "female",
		birth_date: "1986-06-02",
		phone: "0909000124",
		email: "huiju@example.org",
		...place("260", "宜蘭縣", "宜蘭市", "河濱路 31 號"),
		status: "applied",
		days: 5,
	},
	{
		name: "曹語彤",
		gender: "female",
		birth_date: "2018-01-20",
		guardian: "莊惠如",
		phone: "0909000124",
		status: "applied",
		days: 5,
	},
	{
		name: "鍾文彬",
		membership_type: "sponsor",
		gender: "male",
		birth_date: "1965-09-25",
		status: "applied",
		days: 30,
		moves: [{ step: "withdraw", reason: "本人來電撤回。" }],
	},
];

const DAY_MS = 86_400_000;

/**
 * Makes the demo members who are not there yet, and fills in the two who sign in as long as nobody has edited them;
 * returns how many were made. Changes nobody else. `at` is UTC milliseconds; `seedDemo` comes first.
 */
export async function seedDemoMembers(env: Keys, db: Db, at: number): Promise<number> {
	for (const [number, input] of Object.entries(SIGNED_IN)) await fillIn(env, db, { number, input, by: byOperator(at) });
	const made: Made[] = [];
	for (const member of MEMBERS) {
		const by = byOperator(at - member.days * DAY_MS);
		if ((await idOf(db, member)) === undefined) made.push({ member, id: await make(env, db, { member, by }) });
	}
	// Who died looks after nobody new: steps come when the families stand.
	for (const one of made) await takeSteps(env, db, { ...one, at });
	return made.length;
}

type Made = { member: DemoMember; id: number };

async function fillIn(env: Keys, db: Db, of: { number: string; input: Partial<MemberInput>; by: By }): Promise<void> {
	const [[seen]] = await readRows(
		db.$client,
		select<{ id: number; version: number }>(
			"SELECT id, version FROM members WHERE member_no = ? AND version = 1",
			of.number,
		),
	);
	if (seen) await updateMember(env, db, { ref: seen, input: of.input, by: of.by });
}

async function make(env: Keys, db: Db, { member, by }: { member: DemoMember; by: By }): Promise<number> {
	const { status = "active", days: _days, moves: _moves, guardian, source = "admin", ...said } = member;
	const guardianId = guardian === undefined ? null : ((await idOf(db, { name: guardian })) ?? null);
	return createMember(env, db, { input: { ...NOBODY, ...said }, source, status, by, guardianId });
}

async function takeSteps(env: Keys, db: Db, { member, id, at }: Made & { at: number }): Promise<void> {
	for (const move of member.moves ?? []) {
		const [[ref]] = await readRows(db.$client, storedMember(id));
		if (ref) await stepMember(env, db, { ref, move, by: byOperator(dayOf(move, at)) });
	}
}

/** A step is of the day that it names, if that is past, else of two days ago. */
function dayOf(move: Move, at: number): number {
	const day = move.step === "approve" ? move.resolution_on : move.on;
	const named = day === undefined || day > dateInTaipei(at) ? Number.NaN : Date.parse(`${day}T02:00:00Z`);
	return Number.isNaN(named) ? at - 2 * DAY_MS : named;
}

async function idOf(db: Db, { name, birth_date = null }: { name: string; birth_date?: string | null }) {
	const [[row]] = await readRows(
		db.$client,
		select<{ id: number }>(
			"SELECT id FROM members WHERE name = ?1 AND (?2 IS NULL OR birth_date = ?2) ORDER BY id LIMIT 1",
			name,
			birth_date,
		),
	);
	return row?.id;
}
