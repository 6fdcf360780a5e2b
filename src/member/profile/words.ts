import type { SelfField } from "#domain/people/members/form.ts";

/** What members call the fields that they change themselves. */
export const OWN_WORDS: Record<SelfField, string> = {
	name_en: "英文姓名",
	gender: "性別",
	phone: "手機號碼",
	phone_home: "住家電話",
	email: "電子郵件",
	line_id: "LINE ID",
	postal_code: "郵遞區號",
	city: "縣市",
	district: "鄉鎮市區",
	address: "地址",
	occupation: "職業",
	emergency_name: "姓名",
	emergency_relation: "與會員的關係",
	emergency_phone: "電話",
};
