import { plainWord } from "#kernel/table.ts";

/** Every column that a roster may have, by the names that associations give it, the first being ours. */
export const COLUMNS = {
	member_no: ["會員編號", "會員號碼", "會員號", "會員代號", "會員證號", "會編", "編號", "memberno", "membernumber"],
	name: ["姓名", "會員姓名", "中文姓名", "名字", "病友姓名", "會員名稱", "name", "fullname"],
	name_en: ["英文姓名", "英文名", "英文名字", "護照英文姓名", "護照姓名", "nameen", "englishname"],
	identity_type: [
		"身分",
		"身份",
		"身分別",
		"身份別",
		"會員身分",
		"會員身份",
		"身分類別",
		"身份類別",
		"病友或家屬",
		"本人或家屬",
	],
	membership_type: ["會員類別", "會員種類", "會員類型", "會員別", "會員等級", "會籍類別", "會籍", "類別"],
	status: ["狀態", "會員狀態", "會籍狀態", "在籍狀態"],
	gender: ["性別", "gender", "sex"],
	birth_date: ["出生日期", "生日", "出生年月日", "出生日", "出生", "birthday", "birthdate", "dateofbirth"],
	national_id: [
		...["身分證字號", "身分證號", "身分證", "身分證號碼", "身分證統一編號", "國民身分證統一編號", "國民身分證號"],
		...["身份證字號", "身份證號", "身份證", "身份證號碼", "身份證統一編號", "國民身份證統一編號", "國民身份證號"],
		...["居留證號", "居留證號碼", "統一證號", "身分證或居留證號", "身分證居留證號", "idnumber", "nationalid"],
	],
	phone: [
		...[
			"手機",
			"手機號碼",
			"行動電話",
			"行動電話號碼",
			"行動",
			"聯絡手機",
			"連絡手機",
			"電話手機",
			"mobile",
			"cellphone",
		],
		...["聯絡電話", "連絡電話", "電話", "電話號碼", "聯絡方式", "連絡方式", "phone", "tel"],
		...["手機1", "手機2", "電話1", "電話2", "聯絡電話1", "聯絡電話2"],
	],
	phone_home: [
		...["市話", "住家電話", "家用電話", "家裡電話", "室內電話", "住宅電話", "市內電話", "宅電", "電話宅", "電話家"],
		...["電話住宅", "電話住家", "電話市話", "聯絡電話宅", "聯絡電話家", "聯絡電話住家"],
	],
	email: [
		...["電子郵件", "email", "mail", "電子信箱", "電子郵件信箱", "電子郵件地址", "電郵", "電郵地址", "信箱"],
		...["電子郵箱", "emailaddress", "email信箱", "電子郵件email"],
	],
	line_id: ["lineid", "line", "line帳號", "lineid帳號", "賴"],
	postal_code: ["郵遞區號", "郵區", "區號", "郵遞", "zip", "zipcode", "postalcode", "postcode"],
	city: ["縣市", "縣市別", "居住縣市", "城市", "city"],
	district: ["鄉鎮市區", "鄉鎮區", "鄉鎮市", "鄉鎮", "行政區", "區", "district"],
	address: [
		...["地址", "通訊地址", "聯絡地址", "連絡地址", "住址", "通訊住址", "居住地址", "現居地址", "現住地址", "郵寄地址"],
		...["通訊處", "戶籍地址", "address"],
	],
	occupation: ["職業", "職稱", "工作", "服務單位", "occupation"],
	emergency_name: ["緊急聯絡人", "緊急連絡人", "緊急聯絡人姓名", "緊急連絡人姓名"],
	emergency_relation: [
		...[
			"緊急聯絡人關係",
			"緊急連絡人關係",
			"緊急聯絡關係",
			"緊急聯絡人與本人關係",
			"與緊急聯絡人關係",
			"與本人關係",
			"與會員的關係",
			"與會員關係",
		],
		...["關係", "稱謂"],
	],
	emergency_phone: [
		...["緊急聯絡人電話", "緊急連絡人電話", "緊急聯絡電話", "緊急連絡電話", "緊急聯絡人手機", "緊急連絡人手機"],
		...["緊急聯絡人聯絡電話", "緊急電話"],
	],
	joined_on: ["入會日期", "入會日", "入會年月日", "入會時間", "加入日期", "入會"],
	left_on: ["退會日期", "離會日期", "退會日"],
	guardian: ["監護人", "監護人姓名", "法定代理人", "法定代理人姓名", "家長姓名", "父母姓名", "監護會員"],
	certificate: [
		...["身心障礙證明", "身障證明", "身心障礙手冊", "身障手冊", "殘障手冊", "身心障礙", "身障", "領有身心障礙證明"],
		...["是否有身心障礙證明", "有無身心障礙證明", "身心障礙證明有無", "身心障礙類別", "身障程度", "障礙等級"],
	],
	paid_years: ["已繳年度", "繳費年度", "已繳會費年度", "會費繳納年度", "繳納年度", "已繳會費"],
	diagnosis: [
		"診斷",
		"診斷備註",
		"診斷名稱",
		"病名",
		"疾病",
		"疾病名稱",
		"疾病別",
		"病症",
		"病況",
		"罹病",
		"罕病名稱",
		"用藥",
	],
	remarks: ["備註", "備考", "附註", "註記", "說明", "備忘", "備忘錄", "note", "notes", "remark", "remarks", "comment"],
} as const satisfies Record<string, readonly string[]>;

export type Field = keyof typeof COLUMNS;
export const FIELDS = Object.keys(COLUMNS).filter((name): name is Field => name in COLUMNS);
export const isField = (name: string): name is Field => name in COLUMNS;

/**
 * What becomes of a column: a field, the paid dues of a year (`paid:2024`), a part of the note (`note`), or nothing
 * (`ignore`).
 */
export type Target = Field | `paid:${number}` | "note" | "ignore";

const BY_NAME = new Map<string, Field>(FIELDS.flatMap((field) => COLUMNS[field].map((name) => [name, field])));

const POLITE = /^(?:您的|你的|請填寫|請填|填表人|本人)/;
const SIGNS = /[()[\]【】「」:*._/\\、,，。-]/g;

/**
 * The field that a header names: full-width letters, spaces, line ends and signs do not matter, and what stands in
 * brackets only where it is needed ("電話（宅）").
 */
export function fieldOfHeader(header: string): Field | undefined {
	const plain = plainWord(header).replace(POLITE, "");
	const named = (text: string) => BY_NAME.get(text.replace(SIGNS, ""));
	return (
		named(plain) ??
		named(plain.replace(/\([^()]*\)|\[[^[\]]*\]|【[^【】]*】/g, "")) ??
		eitherOf(plain.split(/[/／、或]/).map(named))
	);
}

/** 手機／電話, E-mail 或電子信箱: names of one field, all of them. */
const eitherOf = ([first, ...others]: (Field | undefined)[]): Field | undefined =>
	others.length > 0 && others.every((other) => other === first) ? first : undefined;

const COUNTERS = new Set(["序號", "項次", "項目", "流水號", "流水編號", "no", "時間戳記", "timestamp", "填答時間"]);

/** A column that only counts rows or says when a form was sent: it tells nothing of anybody, and changes with the order. */
export const isCounter = (header: string): boolean => COUNTERS.has(plainWord(header).replace(SIGNS, ""));

const PAID =
	/^(?:常年會費|會費|年費|繳費)?(?:民國|西元)?(\d{2,4})(?:年度|年)?(?:常年會費|會費|年費|繳費)?(?:已繳|繳納|繳清|繳交)?(?:情形|狀況|紀錄)?$/;

/** The year (西元) of the dues that a header is about: 113, 113年度, 會費113年, 2024年會費. */
export function paidYearOfHeader(header: string): number | undefined {
	const [, digits] = PAID.exec(plainWord(header).replace(SIGNS, "")) ?? [];
	return digits === undefined ? undefined : duesYear(Number(digits));
}

/** A year of dues as people write it, ROC (80 to 199) or western (1980 to 2110), as a western one. */
export const duesYear = (year: number): number | undefined => {
	if (year >= 80 && year <= 199) return year + 1911;
	return year >= 1980 && year <= 2110 ? year : undefined;
};

/** What a header stands for, where it is known. */
export function targetOfHeader(header: string): Target | undefined {
	const year = paidYearOfHeader(header);
	return fieldOfHeader(header) ?? (year === undefined ? undefined : `paid:${year}`);
}

/** A target as it stands in a form or after `--map`: a field by its code or any of its Chinese names, `paid:2024`, `note`, `ignore`. */
export function targetNamed(text: string): Target | undefined {
	if (text === "note" || text === "ignore" || isField(text)) return text;
	const year = /^paid:(\d{2,4})$/.exec(text)?.[1];
	if (year !== undefined) {
		const known = duesYear(Number(year));
		return known === undefined ? undefined : `paid:${known}`;
	}
	return targetOfHeader(text);
}
