import { noun } from "#kernel/noun.ts";

export const deputies = noun({
	hanging: {
		deputies: { words: "指定的代理人", isShownApart: true },
		stands_in: { words: "代理他人", isShownApart: true },
	},
	records: {
		deputy: { words: "職務代理", place: 40 },
	},
	actions: {
		"deputy.end": "結束職務代理",
		"deputy.name": "指定職務代理人",
	},
	refusals: {
		"deputy.not_active": { words: "代理人必須是使用中的工作人員帳號。", field: "deputy" },
		"deputy.nothing_to_give": { words: "沒有審核或過帳的權限，不需要設定代理人。" },
		"deputy.overlaps": { words: "這段期間已經有代理人，請先結束原來的代理。", field: "starts_on" },
		"deputy.own": { words: "不能指定自己為代理人。", field: "deputy" },
		"deputy.past": { words: "開始日期不能早於今天。", field: "starts_on" },
		"deputy.stale": { words: "這筆代理剛剛已被更新，請重新整理後再試一次。" },
	},
});
