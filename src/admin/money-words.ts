import type { RefusalCode } from "#domain/refusal.ts";

/** What a rule says when it says no, and the form field that it is said beside. */
export type Words = { words: string; field?: string };

type Noun =
	| "asset"
	| "bank"
	| "budget"
	| "deposit"
	| "donor"
	| "dues"
	| "finance"
	| "income"
	| "ledger"
	| "number"
	| "payment"
	| "project"
	| "receipt"
	| "template"
	| "voucher";
type MoneyCode = Extract<RefusalCode, `${Noun}.${string}`>;

/** The rules of money: dues, payments, receipts, finance documents, income and the books. */
export const MONEY_REFUSALS: Record<MoneyCode, Words> = {
	"asset.stale": { words: "這筆財產剛剛已被其他人更新，請重新整理。" },
	"bank.line_used": { words: "這筆銀行明細已經對帳，不能再用一次。" },
	"bank.mismatch": { words: "這筆銀行明細的金額與收款不同，不能對在一起。" },
	"bank.rows_in_error": {
		words: "檔案裡有看不懂的列。請修改「欄位」，或勾選略過這些列。",
		field: "skip_errors",
	},
	"bank.stale": { words: "這筆資料在您處理時已被其他人更新，請看最新的狀態。" },
	"budget.stale": { words: "這個預算項目剛剛已被其他人更新，請重新整理。" },
	"budget.taken": { words: "這個年度的同一科目已有同名的預算項目，請換一個名稱。", field: "name" },
	"budget.used": { words: "已有單據或傳票使用這個預算項目，不能刪除。" },
	"deposit.is_final": { words: "存款單不能修改或刪除，請以沖銷更正。" },
	"deposit.moved": { words: "這些現金剛剛已被其他人存入，或存款單已經沖銷，請重新整理。" },
	"deposit.taken": { words: "所選的現金已經在另一張存款單上，請重新選擇。" },
	"donor.national_id_taken": { words: "這個證號已登記在另一位捐款人名下，請先查詢。", field: "national_id" },
	"donor.stale": { words: "這位捐款人的資料剛剛已被其他人更新，請重新整理。" },
	"dues.claimed": { words: "這筆會費已有繳費等候核對，請先核對或退回那筆繳費。" },
	"dues.corrected": { words: "這筆收款繳的會費更正過金額，差額已轉為溢繳款。請先把會費改回原來的金額，再沖銷。" },
	"dues.exempt": { words: "這個會員類別不必繳會費。" },
	"dues.exists": { words: "這位會員這一年已經有這項會費。" },
	"dues.own": { words: "不能免繳、更正或取消自己或家人的會費，請由其他人辦理。" },
	"dues.stale": { words: "這筆會費在您處理時已被其他人更新，請看最新的狀態。" },
	"dues.wrong_state": { words: "這筆會費目前的狀態不能這樣做。" },
	"finance.approved_before": { words: "您已經核過這一版的另一個步驟，請由職務代理人或其他人辦理。" },
	"finance.changed": { words: "申請內容與送出時不同，不能核准，請退回申請人重新送出。" },
	"finance.is_final": { words: "送出後的支出申請不能再修改，請先退回補正。" },
	"finance.moved": { words: "這張單據剛剛已被其他人處理，請看最新的狀態。" },
	"finance.no_account": { words: "每一行都要有使用中的會計科目；付款要選現金或存款科目。", field: "account" },
	"finance.no_advance": { words: "找不到這筆已付款的預支，或金額已經不同，請重新選擇。", field: "advance" },
	"finance.no_attachment": { words: "請附上憑證，或說明沒有憑證的原因。", field: "attachments" },
	"finance.not_yours": { words: "這張單據不是您申請的，不能這樣做。" },
	"finance.own_document": { words: "申請人與受款人不能審核、付款或入帳自己的單據，請由其他人辦理。" },
	"finance.refunded_before": { words: "這筆款項已經退過，或退款超過原來的金額。" },
	"finance.second_person": { words: "退匯／付款更正要由提出者以外的人確認。" },
	"finance.settled_before": { words: "這筆預支已經核銷，或正在核銷中。", field: "advance" },
	"finance.wrong_state": { words: "這張單據目前的狀態不能這樣做。" },
	"income.is_final": { words: "登錄後的收入不能再修改，請以沖銷更正。" },
	"income.moved": { words: "這筆收入剛剛已被其他人處理，請看最新的狀態。" },
	"income.own": { words: "不能辦理自己或家人的捐款，請由其他人辦理。" },
	"income.second_person": { words: "入帳與沖銷要由登錄者以外的人辦理。" },
	"income.wrong_state": { words: "這筆收入目前的狀態不能這樣做。" },
	"ledger.account_inactive": { words: "會計科目已停用，請先啟用或改用其他科目。" },
	"ledger.account_stale": { words: "這個會計科目剛剛已被其他人更新，請重新整理。" },
	"ledger.account_taken": { words: "這個會計科目代號已經有人使用，請換一個。", field: "code" },
	"ledger.account_used": { words: "已有傳票使用這個會計科目，不能刪除，請改為停用。" },
	"ledger.months_open": { words: "這一年還有月份沒有結帳，請先結完十二個月。" },
	"ledger.not_ready": { words: "還有項目沒有處理完，不能結帳，請看下方的檢查。" },
	"ledger.period_closed": { words: "這個月份已經結帳，不能入帳。" },
	"ledger.period_stale": { words: "會計期間剛剛已被其他人更新，請重新整理。" },
	"ledger.second_person": { words: "重新開帳要由結帳者以外的人辦理。" },
	"ledger.year_closed": { words: "這一年已經年度結帳，請先取消年度結帳。" },
	"number.in_use": { words: "這個號碼序列已經開始使用，不能再改起號。", field: "first_no" },
	"number.not_next": { words: "號碼必須接續上一號，請重新整理後再試一次。" },
	"payment.amount_refused": { words: "金額必須是大於 0 的整數。", field: "amount" },
	"payment.credit_used": { words: "溢繳款已經用掉，餘額不足。請先沖銷使用它的那筆收款。" },
	"payment.date_refused": { words: "繳費日期不能晚於今天，也不能早於三年前，請確認。", field: "paid_on" },
	"payment.duplicate": {
		words: "同一天、同金額、同末五碼的繳費已經送出過。若確實是另一筆，請勾選確認後再送出。",
		field: "confirm_duplicate",
	},
	"payment.is_settled": { words: "已核對或已結束的繳費不能修改；金額登錯時請沖銷後重新登錄。" },
	"payment.moved": { words: "這筆繳費剛剛已被其他人處理，請看最新的狀態。" },
	"payment.no_proof": { words: "請附上匯款證明，或填寫帳號末五碼。", field: "last5" },
	"payment.not_owed": { words: "所選的會費已繳清、免繳或取消，或金額超過應繳的餘額，請重新選擇。", field: "items" },
	"payment.not_yours": { words: "您不能為這位會員繳費或處理這筆繳費。" },
	"payment.nothing_chosen": { words: "請選擇要繳的會費。", field: "items" },
	"payment.own": { words: "不能核對自己、家人或自己登錄的繳費，請由其他人核對。" },
	"payment.second_person": { words: "沖銷要由核對者以外的人辦理。" },
	"payment.unbalanced": { words: "分配的金額與收款金額不符，請重新分配。", field: "amount" },
	"payment.wrong_state": { words: "這筆繳費目前的狀態不能這樣做。" },
	"project.stale": { words: "這個專案剛剛已被其他人更新，請重新整理。" },
	"project.taken": { words: "已有同名的專案，請換一個名稱。", field: "name" },
	"receipt.is_final": { words: "收據開立後不能修改，只能作廢後重開。" },
	"receipt.no_address": { words: "繳款人沒有可以寄送的電子郵件，請改為列印或下載後交付。" },
	"receipt.original_taken": { words: "這張收據的正本已經列印過，或收據已作廢；之後列印的都會標示「副本」。" },
	"receipt.own": { words: "不能作廢或補開自己或家人的收據，請由其他人辦理。" },
	"receipt.stale": { words: "這張收據剛剛已被其他人處理，請看最新的狀態。" },
	"receipt.wrong_state": { words: "這張收據目前的狀態不能這樣做。" },
	"template.stale": { words: "這個常用分錄剛剛已被其他人更新，請重新整理。" },
	"template.taken": { words: "已有同名的常用分錄，請換一個名稱。", field: "name" },
	"voucher.is_posted": { words: "已過帳的傳票不能修改或刪除，請以沖銷傳票更正。" },
	"voucher.line_refused": { words: "請檢查每一行：要有會計科目，借方或貸方填一個正整數。", field: "lines" },
	"voucher.not_closing": { words: "結帳傳票與帳上的餘額不符，請重新整理後再結帳一次。" },
	"voucher.not_reversible": { words: "這張傳票不能沖銷：尚未過帳、本身是沖銷傳票，或內容不符。" },
	"voucher.own_source": { words: "這張傳票由單據自動產生，請在原單據更正。" },
	"voucher.posted_twice": { words: "這筆交易已經入帳，不會再入一次。" },
	"voucher.reversed": { words: "這張傳票已經沖銷過。" },
	"voucher.second_person": { words: "超過設定金額的傳票，要由製票者以外的人過帳。" },
	"voucher.stale": { words: "這張傳票剛剛已被其他人更新，請重新整理。" },
	"voucher.unbalanced": { words: "借貸不平衡，或少於兩行，不能過帳。" },
	"voucher.wrong_kind": { words: "傳票種類與內容不符。" },
};
