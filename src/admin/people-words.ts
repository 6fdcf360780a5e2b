import type { Words } from "./words-of.ts";

/** The words of refusals that keep users from deciding on their own matters. */
export const PEOPLE_REFUSALS = {
	"finance.own_document": {
		words: "申請人與受款人不能審核、付款或入帳自己的單據，請由其他人辦理；受款人是家人、同名，或用您的帳號收款也一樣。",
	},
	"income.title_second_person": {
		words: "抬頭和捐款人的名字不同，要由填寫抬頭的人以外、有同樣權限的同仁辦理：先存成草稿，再請他登錄或開立。",
	},
	"receipt.own": { words: "不能開立、作廢或補開自己或家人的收據（一年內曾是家人也一樣），請由其他人辦理。" },
	"receipt.same_name": {
		words: "抬頭或繳款人與您或您的家人同名，請由另一位有同樣權限的同仁辦理。",
	},
	"receipt.second_person": {
		words: "已記下您要的抬頭，還沒有開立：抬頭不是繳款人的名字，要由另一位有同樣權限的同仁確認。",
	},
	"receipt.unknown_payer": {
		words:
			"存款的收據不能只憑輸入的名字開立：請選會員或捐款人，抬頭用他的名字（查無此人請先建立捐款人）。要開給別的抬頭，請先登錄這筆收款，再由另一位核對。",
		field: "payer_title",
	},
} as const satisfies Record<string, Words>;
