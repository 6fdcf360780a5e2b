/**
 * The demo people who applied for membership: some wait, some were approved or declined, some withdrew. None is real.
 */
import { type DemoMember, place } from "./member.ts";

const RESOLUTION = { resolution_no: "第 4 屆第 6 次理監事聯席會議" };

export const APPLICANTS: readonly DemoMember[] = [
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
	// 廖佩君 applied a second time herself: two records of one person.
	{
		name: "廖佩君",
		gender: "female",
		birth_date: "1994-01-28",
		phone: "0966000181",
		email: "peichun@example.org",
		...place("806", "高雄市", "前鎮區", "港灣路 12 號 3 樓"),
		source: "self",
		status: "applied",
		days: 10,
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
