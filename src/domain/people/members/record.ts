import * as z from "zod";
import { TypeCode } from "#domain/people/membership-types/form.ts";
import { lines } from "#kernel/form.ts";
import { GENDERS, IDENTITY_TYPES } from "./codes.ts";
import {
	anyPhone,
	canonical,
	choice,
	digits,
	email,
	isSeen,
	maybe,
	mobile,
	PastDay,
	plain,
	SEEN,
} from "./field-schemas.ts";
import { normalNationalId } from "./national-id.ts";
import { readMemberNo } from "./numbers.ts";
import { CITIES, isPostalCode } from "./places.ts";

/** The properties of a field of a member's record. */
export type RecordField = {
	/** The label in staff's forms, facts and history. */
	label: string;
	/** The label for members, where they may change the field themselves without proof. */
	own?: string;
	/**
	 * The schema of what a form sends; it makes the value canonical: null, or an empty text, when nothing was typed.
	 */
	schema: z.ZodType<string | null>;
	/** The field's input in forms, which takes as many characters as `schema` says. */
	input?: { type?: "tel" | "email" };
	/**
	 * The headers that rosters use for this column, the program's own first, separated by spaces. Left out when no
	 * roster has the column.
	 */
	roster?: string;
	/** Pages place the field themselves; fields without this mark are listed after the other data of the person. */
	hasPlace?: true;
	/** The field's column in an exported file: its label, where it differs, and its width in characters. */
	file?: { label?: string; width: number };
	/** The label in the copy of the personal data that a member gets, where it differs from `label`. */
	copy?: string;
	/** The part of a record that a merge takes as one group. */
	mergedWith?: "address" | "emergency";
	/** The field is stored sealed and has no readable column. */
	isSealed?: true;
	/** The field is free text, so that somebody else's name may stand in it. */
	isFreeText?: true;
	/** The association assigns the value; applicants do not give it. */
	isGiven?: true;
	/** An erasure of the person leaves the field, or overwrites it, instead of emptying it. */
	staysErased?: true;
};
const field = <const F extends RecordField>(one: F): F => one;

/**
 * The only table of the fields of a member's record: forms, files, rosters, comparisons, merges, copies and erasures
 * are made from it. A new field is a column in a migration and an entry here, at its place among the others.
 */
export const RECORD = {
	member_no: field({
		label: "會員編號",
		schema: canonical(readMemberNo, "會員編號只用英文字母、數字與橫線，最多 20 個字，例如 M0001 或 A-001。", 20),
		input: {},
		roster: "會員編號 會員號碼 會員號 會員代號 會員證號 會編 編號 memberno membernumber",
		file: { width: 12 },
		staysErased: true,
		isGiven: true,
		hasPlace: true,
	}),
	name: field({
		label: "姓名",
		schema: plain(80).refine((text) => /[\p{L}\p{N}]/u.test(text), { error: "請填寫姓名。" }),
		input: {},
		roster: "姓名 會員姓名 中文姓名 名字 病友姓名 會員名稱 name fullname",
		file: { width: 12 },
		staysErased: true,
		hasPlace: true,
	}),
	name_en: field({
		label: "英文姓名",
		own: "英文姓名",
		schema: plain(80),
		input: {},
		roster: "英文姓名 英文名 英文名字 護照英文姓名 護照姓名 nameen englishname",
		file: { width: 20 },
		staysErased: true,
		hasPlace: true,
	}),
	identity_type: field({
		label: "身分",
		schema: z.enum(IDENTITY_TYPES, { error: "請選擇身分。" }),
		roster: "身分 身份 身分別 身份別 會員身分 會員身份 身分類別 身份類別 病友或家屬 本人或家屬",
		file: { width: 8 },
		staysErased: true,
		hasPlace: true,
	}),
	membership_type: field({
		label: "會員類別",
		schema: TypeCode,
		roster: "會員類別 會員種類 會員類型 會員別 會員等級 會籍類別 會籍 類別",
		file: { width: 14 },
		staysErased: true,
		hasPlace: true,
	}),
	gender: field({
		label: "性別",
		own: "性別",
		schema: choice(GENDERS),
		roster: "性別 gender sex",
		file: { width: 6 },
		hasPlace: true,
	}),
	birth_date: field({
		label: "生日",
		schema: PastDay.refine((day) => day === null || day >= "1900-01-01", { error: "請確認出生年份。" }),
		input: {},
		roster: "出生日期 生日 出生年月日 出生日 出生 birthday birthdate dateofbirth",
		file: { label: "出生日期", width: 12 },
		hasPlace: true,
	}),
	national_id: field({
		label: "身分證字號",
		schema: canonical(normalNationalId, "身分證字號或居留證號不正確，請逐字核對。", 20),
		input: {},
		roster:
			"身分證字號 身分證號 身分證 身分證號碼 身分證統一編號 國民身分證統一編號 國民身分證號 身份證字號 身份證號 身份證 身份證號碼 身份證統一編號 國民身份證統一編號 國民身份證號 居留證號 居留證號碼 統一證號 身分證或居留證號 身分證居留證號 idnumber nationalid",
		file: { width: 14 },
		isSealed: true,
		hasPlace: true,
	}),
	diagnosis_note: field({
		label: "病況",
		schema: lines(2_000)
			.refine(isSeen, SEEN)
			.transform((text) => text || null),
		input: {},
		isSealed: true,
		hasPlace: true,
	}),
	phone: field({
		label: "手機號碼",
		own: "手機號碼",
		schema: canonical(mobile, "請輸入 09 開頭的手機號碼，例如 0912 345 678；市話請填在住家電話。", 40),
		input: { type: "tel" },
		roster:
			"手機 手機號碼 行動電話 行動電話號碼 行動 聯絡手機 連絡手機 電話手機 mobile cellphone 聯絡電話 連絡電話 電話 電話號碼 聯絡方式 連絡方式 phone tel 手機1 手機2 電話1 電話2 聯絡電話1 聯絡電話2",
		file: { label: "手機", width: 13 },
		isFreeText: true,
		hasPlace: true,
	}),
	phone_home: field({
		label: "住家電話",
		own: "住家電話",
		schema: canonical(anyPhone, "請輸入電話號碼，例如 02-2345-6789。", 40),
		input: { type: "tel" },
		roster:
			"市話 住家電話 家用電話 家裡電話 室內電話 住宅電話 市內電話 宅電 電話宅 電話家 電話住宅 電話住家 電話市話 聯絡電話宅 聯絡電話家 聯絡電話住家",
		file: { label: "市話", width: 16 },
		isFreeText: true,
		hasPlace: true,
	}),
	email: field({
		label: "電子郵件",
		own: "電子郵件",
		schema: canonical(email, "請輸入電子郵件，例如 name@example.org。"),
		input: { type: "email" },
		roster:
			"電子郵件 email mail 電子信箱 電子郵件信箱 電子郵件地址 電郵 電郵地址 信箱 電子郵箱 emailaddress email信箱 電子郵件email",
		file: { width: 28 },
		isFreeText: true,
		hasPlace: true,
	}),
	line_id: field({
		label: "LINE ID",
		own: "LINE ID",
		schema: canonical(
			(text) => /^[\w.-]{1,40}$/.exec(text.normalize("NFKC").trim().replace(/^@/, ""))?.[0],
			"LINE ID 只有英文字母、數字、點、底線與橫線。",
			40,
		),
		input: {},
		roster: "lineid line line帳號 lineid帳號 賴",
		file: { width: 16 },
		isFreeText: true,
		hasPlace: true,
	}),
	postal_code: field({
		label: "郵遞區號",
		own: "郵遞區號",
		schema: canonical(
			(text) => (isPostalCode(digits(text)) ? digits(text) : null),
			"郵遞區號是 3、5 或 6 位數字。",
			10,
		),
		input: {},
		roster: "郵遞區號 郵區 區號 郵遞 zip zipcode postalcode postcode",
		file: { width: 10 },
		mergedWith: "address",
		hasPlace: true,
	}),
	city: field({
		label: "縣市",
		own: "縣市",
		schema: maybe(20).refine((city) => city === null || CITIES.includes(city), { error: "請從選項中選擇縣市。" }),
		roster: "縣市 縣市別 居住縣市 城市 city",
		file: { width: 8 },
		mergedWith: "address",
		hasPlace: true,
	}),
	district: field({
		label: "鄉鎮市區",
		own: "鄉鎮市區",
		schema: maybe(20),
		input: {},
		roster: "鄉鎮市區 鄉鎮區 鄉鎮市 鄉鎮 行政區 區 district",
		file: { width: 10 },
		mergedWith: "address",
		hasPlace: true,
	}),
	address: field({
		label: "地址",
		own: "地址",
		schema: maybe(200),
		input: {},
		roster: "地址 通訊地址 聯絡地址 連絡地址 住址 通訊住址 居住地址 現居地址 現住地址 郵寄地址 通訊處 戶籍地址 address",
		file: { width: 36 },
		mergedWith: "address",
		isFreeText: true,
		hasPlace: true,
	}),
	occupation: field({
		label: "職業",
		own: "職業",
		schema: maybe(80),
		input: {},
		roster: "職業 職稱 工作 服務單位 occupation",
		file: { width: 14 },
		isFreeText: true,
		hasPlace: true,
	}),
	emergency_name: field({
		label: "緊急聯絡人",
		own: "姓名",
		schema: maybe(80),
		input: {},
		roster: "緊急聯絡人 緊急連絡人 緊急聯絡人姓名 緊急連絡人姓名",
		file: { width: 12 },
		mergedWith: "emergency",
		isFreeText: true,
		hasPlace: true,
	}),
	emergency_relation: field({
		label: "與會員的關係",
		own: "與會員的關係",
		schema: maybe(40),
		input: {},
		roster:
			"緊急聯絡人關係 緊急連絡人關係 緊急聯絡關係 緊急聯絡人與本人關係 與緊急聯絡人關係 與本人關係 與會員的關係 與會員關係 關係 稱謂",
		file: { label: "緊急聯絡人關係", width: 16 },
		copy: "與緊急聯絡人的關係",
		mergedWith: "emergency",
		isFreeText: true,
		hasPlace: true,
	}),
	emergency_phone: field({
		label: "緊急聯絡電話",
		own: "電話",
		schema: canonical(anyPhone, "請輸入電話號碼，例如 0912 345 678。", 40),
		input: { type: "tel" },
		roster:
			"緊急聯絡人電話 緊急連絡人電話 緊急聯絡電話 緊急連絡電話 緊急聯絡人手機 緊急連絡人手機 緊急聯絡人聯絡電話 緊急電話",
		file: { width: 16 },
		mergedWith: "emergency",
		isFreeText: true,
		hasPlace: true,
	}),
	joined_on: field({
		label: "入會日期",
		schema: PastDay,
		input: {},
		roster: "入會日期 入會日 入會年月日 入會時間 加入日期 入會",
		file: { width: 12 },
		staysErased: true,
		isGiven: true,
		hasPlace: true,
	}),
} satisfies Record<string, RecordField>;
