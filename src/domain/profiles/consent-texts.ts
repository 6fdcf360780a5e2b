import type { ConsentKind } from "#domain/members/codes.ts";

/**
 * What people agree to on the website. A text that changes gets a new version: `consents` keeps the version that each
 * person read (個人資料保護法 7, 8).
 */
type ConsentText = {
	version: string;
	/** Beside the box. */
	label: string;
	/** Paragraphs, in the name of the association. */
	text: (association: string) => readonly string[];
};

/** THE texts, by what they are for. */
export const CONSENT_TEXTS: Record<ConsentKind, ConsentText> = {
	// 個人資料保護法 8: who, what for, what, how long, where, by whom, how; one's rights (3); what happens without.
	personal_data: {
		version: "personal_data-2026-1",
		label: "我已閱讀並同意以上的個人資料告知事項",
		text: (association) => [
			`${association}為了會員管理、會務聯絡、會費收取與病友服務，蒐集您在這裡填寫的姓名、身分與聯絡方式等個人資料。`,
			"資料在您具有會員資格期間與法令規定的保存期限內，於臺灣境內，由本會以電子或紙本方式，為上述目的利用。",
			"您可以隨時請本會讓您查詢、閱覽、取得複本、補充、更正，或停止蒐集、處理、利用及刪除您的資料。",
			"您可以自由選擇是否提供；不提供姓名與聯絡方式，本會就無法受理入會申請。",
		],
	},
	// 個人資料保護法 6, first paragraph, number 6: in writing, beyond all doubt, and never a condition.
	health_data: {
		version: "health_data-2026-1",
		label: "我同意協會保存我的健康資料（選填）",
		text: (association) => [
			`病況是特種個人資料。${association}只在您同意後，為病友服務加密保存，獲得授權的工作人員才看得到，每次查看都有紀錄。`,
			"不同意，或日後收回同意，都不影響您的會員資格。",
		],
	},
	guardian_access: {
		version: "guardian_access-2026-1",
		label: "讓監護人繼續看見並修改我的資料",
		text: () => [
			"您已滿 18 歲。您同意以前，監護人只看得到您的姓名、會員編號與會費；同意後，監護人可以像以前一樣替您看資料、改資料和上傳證明。",
			"您可以隨時收回。",
		],
	},
};
