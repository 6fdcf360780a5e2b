import type * as z from "zod";
import { choice, count, day, text } from "./kinds.ts";

const STAMP = { none: "不印", exempt: "免納（印出字樣）", affixed: "貼用印花稅票", bulk: "彙總繳納（印出字號）" };

/** The settings of the association's statutes, each with the article of law that it rests on. */
export const STATUTES = {
	authority: text({
		label: "主管機關",
		hint: "核准立案的機關，例如內政部或縣市政府（人民團體法 §3）。",
		max: 40,
	}),
	purpose_authority: text({
		label: "目的事業主管機關",
		hint: "指導、監督目的事業的機關，例如衛生福利部（人民團體法 §3）。",
		max: 40,
	}),
	court: text({
		label: "法人登記的法院",
		hint: "已在地方法院完成法人登記才填（人民團體法 §11），法院、字號、日期一起填。",
		max: 40,
	}),
	court_no: text({ label: "法人登記的字號", hint: "法人登記證書上的冊、頁、號。", max: 60 }),
	court_date: day({ label: "法人登記的日期", hint: "法人登記證書上的登記日期。" }),
	gift_stamp: choice<keyof typeof STAMP>({
		label: "捐款收據的印花稅",
		hint: "完成法人登記的，捐贈收據免納印花稅（印花稅法 §6 十四）；沒有登記的不能選免納。",
		choices: STAMP,
		default: "none",
	}),
	gift_stamp_words: text({
		label: "捐款收據的印花稅字樣或字號",
		hint: "選免納填要印的字樣，選彙總繳納填核准字號。從下一張收據起印在備註。",
		max: 60,
	}),
	dues_stamp: choice<keyof typeof STAMP>({
		label: "會費收據的印花稅",
		hint: "會費收據怎麼貼印花，請問協會的會計師。",
		choices: STAMP,
		default: "none",
	}),
	dues_stamp_words: text({
		label: "會費收據的印花稅字樣或字號",
		hint: "選免納填要印的字樣，選彙總繳納填核准字號。從下一張收據起印在備註。",
		max: 60,
	}),
	term_years: count({
		label: "理事、監事的任期",
		hint: "依章程，不得超過四年（人民團體法 §20）；0 表示還沒填。",
		unit: "年",
		min: 0,
		max: 4,
		default: 0,
	}),
	director_seats: count({
		label: "理事的名額",
		hint: "依章程：縣市的團體最多 15 人，直轄市 25 人，全國 35 人（人民團體法 §17）；0 表示還沒填。",
		unit: "人",
		min: 0,
		max: 35,
		default: 0,
	}),
	supervisor_seats: count({
		label: "監事的名額",
		hint: "依章程，不得超過理事名額的三分之一（人民團體法 §17）；0 表示還沒填。",
		unit: "人",
		min: 0,
		max: 11,
		default: 0,
	}),
	officer_from_age: count({
		label: "當選理事、監事的最低年齡",
		hint: "依章程，以選舉當天滿幾歲計算；0 表示章程沒有規定。",
		unit: "歲",
		min: 0,
		max: 40,
		default: 0,
	}),
	meeting_month: count({
		label: "定期會員大會的月份",
		hint: "依章程，每年召開一次（人民團體法 §25）；0 表示還沒填。",
		unit: "月",
		min: 0,
		max: 12,
		default: 0,
	}),
};

type Values = Record<string, unknown>;
/** The settings that together are the registration as a legal person (法人登記): all are given, or none. */
export const REGISTRATION = ["court", "court_no", "court_date"] as const;
/** Whether the association is registered as a legal person (法人登記). */
export const isRegistered = (values: Values): boolean => REGISTRATION.every((name) => values[name]);

/**
 * Reports what the settings of the statutes may not say together: a registration in part, receipts of gifts free of
 * stamp tax without a registration (印花稅法 §6 十四), exemption or bulk payment without its words, and more 監事 than a
 * third of the 理事 (人民團體法 §17).
 */
export function checkStatutes(values: Values, context: z.RefinementCtx): void {
	const wrong = (name: keyof typeof STATUTES, message: string): void =>
		context.addIssue({ code: "custom", path: [name], message });
	const missing = REGISTRATION.filter((name) => !values[name]);
	if (missing.length < REGISTRATION.length)
		for (const name of missing) wrong(name, "法人登記的法院、字號、日期要一起填；還沒登記的三欄都留空。");
	if (values.gift_stamp === "exempt" && !isRegistered(values))
		wrong("gift_stamp", "沒有法人登記，捐款收據不能免納印花稅（印花稅法 §6 十四）。請先填法人登記，或選其他方式。");
	for (const series of ["gift", "dues"] as const) {
		const name = `${series}_stamp_words` as const;
		if (values[name]) continue;
		if (values[`${series}_stamp`] === "exempt") wrong(name, "請填要印在收據上的免納字樣。");
		if (values[`${series}_stamp`] === "bulk") wrong(name, "請填彙總繳納的核准字號。");
	}
	const [directors, supervisors] = [Number(values.director_seats), Number(values.supervisor_seats)];
	if (directors > 0 && supervisors * 3 > directors)
		wrong("supervisor_seats", `理事 ${directors} 人時，監事最多 ${Math.floor(directors / 3)} 人（人民團體法 §17）。`);
}
