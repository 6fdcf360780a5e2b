import { UNSENDABLE } from "#domain/books/index.ts";
import { NamingRefusal, type Refusal, type RefusalCode, Wait } from "#kernel/refusal.ts";
import { clockInTaipei } from "#kernel/times.ts";
import { merged } from "#nouns.ts";

type Words = { words: string; field?: string };

/** The message that refuses work on a record of the user's own or family's; also shown at the top of such a record. */
export const OWN_FAMILY = "這是您或家人的紀錄，請由其他同仁辦理；自己的聯絡資料請到會員專區修改。";

/** The message of each refusal: those that the nouns (#nouns.ts) declare, and those that belong to no noun. */
const REFUSALS: Readonly<Record<RefusalCode, Words>> = {
	...merged("refusals"),
	"code.wrong": { words: "啟用碼不正確、已使用或已過期。請確認後再輸入，或請協會重新核發。", field: "code" },
	"finance.no_payee_bank": { words: UNSENDABLE.payee_bank.words, field: "payee_bank" },
	"finance.payee_account_refused": { words: UNSENDABLE.payee_account.words, field: "payee_account" },
	"finance.wanted_refused": { words: UNSENDABLE.wanted_on.words, field: "wanted_on" },
	"form.changed": {
		words: "這份表單剛才已經送出並存好了，這次改的內容還沒有儲存。請先看剛才送出的那一筆；確定要再送一份，請再按一次。",
	},
	"form.repeated": { words: "這份表單已經送出過了。" },
	"import.changed": { words: "匯入之後有資料被修改過，不能整批復原；名單列在這一頁。" },
	"import.empty": { words: "檔案裡沒有資料，請確認選對了檔案與工作表。", field: "file" },
	"import.encoding": { words: "讀不出檔案的文字，請在 Excel 另存成 CSV UTF-8 或 xlsx 再上傳。", field: "file" },
	"import.moved": {
		words: "試算之後，系統裡的會員資料或檔案的解讀有變動，因此沒有寫入任何資料。請核對下面最新的試算結果後再套用。",
	},
	"import.no_header": {
		words: "找不到標題列：請確認有一列寫著「姓名」等欄名，或自行指定標題列與欄位。",
		field: "file",
	},
	"import.no_payments": {
		words: "找不到標題列：要有「金額」，以及「會員編號」或「姓名」。請指定標題在第幾列、每一欄是什麼。",
	},
	"import.stale": { words: "這次匯入已被套用或復原。" },
	"import.too_large": {
		words: "一次最多匯入 10,000 列、200 欄，每格 32,767 字，請檢查檔案或分成幾個檔案。",
		field: "file",
	},
	"import.too_old": { words: "匯入前的內容已超過保存期限（90 天）而刪除，不能再復原。" },
	"link.dead": { words: "這個連結已使用過或已過期，請重新申請。" },
	"login.not_email": { words: "請輸入正確的電子郵件。", field: "email" },
	"login.not_phone": { words: "請輸入 09 開頭的手機號碼。", field: "phone" },
	"member.own": { words: OWN_FAMILY },
	"number.in_use": { words: "這個種類與年度已經開過收據，不能再改起號。", field: "first_no" },
	"number.not_next": { words: "號碼必須接續上一號，請重新整理後再試一次。" },
	"password.common": { words: "這個密碼太常見，容易被猜到，請換一個。", field: "password" },
	"password.personal": { words: "密碼不要包含您的姓名、手機或電子郵件。", field: "password" },
	"password.too_long": { words: "密碼最多 128 個字元。", field: "password" },
	"password.too_short": { words: "密碼至少 12 個字元，可以用幾個詞連成一句話。", field: "password" },
	"password.too_short_for_staff": {
		words: "工作人員的密碼至少 15 個字元；設定兩步驟驗證後可縮短為 12 個字元。",
		field: "password",
	},
	"password.wrong": { words: "目前的密碼不正確。", field: "current" },
	"second_factor.already_on": { words: "兩步驟驗證已經開啟。" },
	"second_factor.off": { words: "兩步驟驗證沒有開啟。" },
	"second_factor.required": { words: "協會要求您的帳號使用兩步驟驗證，不能關閉。" },
	"second_factor.wrong": { words: "驗證碼不正確或已使用過，請輸入驗證器上最新的 6 位數字。", field: "code" },
	"session.gone": { words: "這次登入已經結束，請重新登入。" },
	"sign_in.again": { words: "請重新登入。" },
	"sign_in.busy": { words: "目前登入的人較多，請過幾秒再試一次。" },
	"sign_in.wait": { words: "嘗試次數過多，請稍後再試。" },
	"sign_in.wrong": { words: "帳號或密碼不正確，請再試一次；一直不行時，請按「忘記密碼」重設。已保留您輸入的帳號。" },
};

/** Returns the message of a refusal; for a `Wait`, with the time (Taipei) after which the user may try again. */
export function refusalWords(refusal: Refusal): string {
	const { words } = REFUSALS[refusal.code];
	if (refusal instanceof Wait) return `${words}（${clockInTaipei(refusal.until)} 以後可以再試）`;
	return refusal instanceof NamingRefusal && refusal.names.length > 0
		? `${words}（${refusal.names.join("、")}）`
		: words;
}

export const refusalField = (code: RefusalCode): string | undefined => REFUSALS[code].field;
