import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	members: {
		list: () => "/admin/members",
		create: () => "/admin/members/new",
		show: (id: Id) => `/admin/members/${id}`,
		edit: (id: Id) => `/admin/members/${id}/edit`,
		/**
		 * The address of the page of a step of the membership; `place` names the step: approval, refusal, leaving ...
		 */
		step: (id: Id, place: string) => `/admin/members/${id}/${place}`,
		bulk: (place: string) => `/admin/members/bulk/${place}`,
		/** The address of the form that changes the chosen members; the page `bulk` of the same `place` asks first. */
		bulkChange: (place: string) => `/admin/members/bulk/${place}/change`,
		exports: () => "/admin/members/export",
		history: (id: Id) => `/admin/members/${id}/history`,
		sensitive: (id: Id) => `/admin/members/${id}/sensitive`,
		/** The address of the file in an own field of a member. */
		ownFile: (id: Id, field: number | ":field") => `/admin/members/${id}/own-files/${field}`,
		guardian: (id: Id) => `/admin/members/${id}/guardian`,
		/** The addresses of who must not be told anything about a member (不得告知), and of the end of it. */
		bans: (id: Id) => `/admin/members/${id}/bans`,
		banEnd: (id: Id) => `/admin/members/${id}/bans/end`,
		login: (id: Id) => `/admin/members/${id}/login`,
		loginEnd: (id: Id) => `/admin/members/${id}/login/end`,
		invitation: (id: Id) => `/admin/members/${id}/login/invitation`,
		activationCode: (id: Id) => `/admin/members/${id}/login/code`,
		merge: (id: Id) => `/admin/members/${id}/merge`,
		/** The address of the list of contacts (聯絡人), people who are no members: a parent, a carer, a volunteer, a donor. */
		contacts: () => "/admin/members/contacts",
		duplicates: () => "/admin/members/duplicates",
		/**
		 * The addresses that mark two records as different people (`distinct`, 不是同一人) and remove the mark
		 * (`alike`).
		 */
		distinct: () => "/admin/members/duplicates/distinct",
		alike: () => "/admin/members/duplicates/alike",
		/** The address of the list of members who will soon be 18 (即將滿 18 歲). */
		turning: () => "/admin/members/turning-18",
		/** The addresses of how many people have which traits (人數統計), and of the same as a file. */
		statistics: () => "/admin/members/statistics",
		statisticsFile: (format: string) => `/admin/members/statistics/export/${format}`,
		export: (format: string) => `/admin/members/export/${format}`,
		print: (kind: string) => `/admin/members/print/${kind}`,
	},
};

export const members = noun({
	pages: { below: ["/admin/members"], load: async () => (await import("#admin/people/members/pages.ts")).ROUTES },
	addresses: { admin },
	permissions: {
		"members.view": { group: "members", place: 10, words: "查看會員", roles: ["secretary"] },
		"members.manage": { group: "members", place: 20, words: "新增與修改會員", roles: ["secretary"], isPower: true },
		"members.approve": {
			group: "members",
			place: 30,
			words: "核准入會",
			roles: ["secretary", "chair"],
			isDeputised: true,
		},
		"members.merge": { group: "members", place: 40, words: "合併重複的會員", roles: ["secretary"] },
		"members.view_sensitive": {
			group: "members",
			place: 50,
			words: "查看身分證字號與病況",
			roles: ["secretary"],
			isPower: true,
		},
		"members.statistics": {
			group: "members",
			place: 55,
			words: "查看人數統計",
			roles: ["secretary", "chair", "auditor"],
		},
		"member.own": { group: "self", place: 10, words: "使用會員專區", roles: ["member"] },
	},
	gates: {
		members: ["members.view"],
		members_manage: ["members.manage"],
		/** The users who may see how many people have which traits, without a name. */
		members_statistics: ["members.statistics"],
		members_approve: ["members.approve"],
		/** The users who may decide on many applications chosen in the list, which they must be allowed to see. */
		members_approve_many: [["members.view", "members.approve"]],
		members_merge: ["members.merge"],
		/** The users who may view national ids and diagnoses; each view writes an audit row. */
		members_sensitive: [["members.view", "members.view_sensitive"]],
		/** The users who may erase a person's data. */
		members_erase: [["members.view", "members.view_sensitive", "members.manage"]],
	},
	menu: [
		{
			group: "office",
			place: 10,
			label: "會員",
			href: admin.members.list(),
			gate: "members",
			words: ["名冊", "病友", "家長", "會員編號", "備忘錄", "members"],
		},
		{
			group: "office",
			place: 14,
			label: "聯絡人",
			href: admin.members.contacts(),
			gate: "members",
			words: ["家長", "照顧者", "志工", "捐款人", "非會員", "contacts"],
		},
		{
			group: "office",
			place: 40,
			label: "可能重複的會員",
			href: admin.members.duplicates(),
			gate: "members_merge",
			words: ["重複", "合併", "同一人", "同名", "duplicates"],
		},
		{
			group: "office",
			place: 50,
			label: "即將成年",
			href: admin.members.turning(),
			gate: "members",
			words: ["滿 18 歲", "監護人", "成年", "turning 18"],
		},
		{
			group: "office",
			place: 55,
			label: "人數統計",
			href: admin.members.statistics(),
			gate: "members_statistics",
			words: ["統計", "縣市", "年齡", "性別", "年度報告", "補助申請", "statistics"],
			start: { place: 80, key: "T", icon: "users" },
		},
	],
	jobs: {
		"member.create": {
			label: "新增會員",
			gate: "members_manage",
			href: admin.members.create(),
			words: ["新會員", "入會", "登記會員", "member"],
			start: { place: 10, key: "N", icon: "plus" },
		},
		"contact.create": {
			label: "新增聯絡人",
			gate: "members_manage",
			href: `${admin.members.create()}?kind=contact`,
			words: ["照顧者", "志工", "非會員", "contact"],
		},
		"organisation.create": {
			label: "新增團體會員",
			gate: "members_manage",
			href: `${admin.members.create()}?kind=organisation`,
			words: ["團體", "機構", "organisation"],
		},
		"member.labels": {
			label: "列印地址標籤",
			gate: "members",
			href: admin.members.print("labels"),
			words: ["標籤", "信封", "寄件", "郵寄", "labels"],
		},
		"member.roster": {
			label: "列印會員名冊",
			gate: "members",
			href: admin.members.print("roster"),
			words: ["名單", "名冊", "roster"],
		},
		"member.sign_in_sheet": {
			label: "列印簽到表",
			gate: "members",
			href: admin.members.print("sign-in"),
			words: ["簽到單", "簽到簿", "活動", "開會", "sign-in sheet"],
		},
	},
	records: {
		member: { words: "會員", place: 10 },
	},
	actions: {
		"member.activate": "設為有效會員",
		"member.alike": "取消「不是同一人」",
		"member.allow_guardian": "同意監護人代為處理",
		"member.approve": "核准入會",
		"member.ask_unban": "請求解除不得告知",
		"member.ban": "設為不得告知",
		"member.copy": "下載個人資料複本",
		"member.create": "新增會員",
		"member.decease": "登記已故",
		"member.decline": "不予通過入會申請",
		"member.distinct": "標示兩筆資料不是同一人",
		"member.edit": "修改會員資料",
		"member.end_guardian_access": "收回監護人代為處理的同意",
		"member.expel": "除名",
		"member.export": "匯出會員資料",
		"member.import_undone": "復原匯入的變更",
		"member.keep_ban": "維持不得告知",
		"member.link_login": "連結登入帳號",
		"member.merge": "合併重複的會員",
		"member.open_to_guardian": "原監護人同意開放健康資料",
		"member.pay": "繳費後成為有效會員",
		"member.print": "列印會員名單",
		"member.pseudonymise": "會員資料去識別化",
		"member.reinstate": "復權",
		"member.rejoin": "再入會",
		"member.resign": "退會",
		"member.set_guardian": "變更監護人",
		"member.statistics_export": "下載人數統計",
		"member.suspend": "停權",
		"member.unban": "解除不得告知",
		"member.undo_ending": "更正離會",
		"member.unlink_login": "解除登入帳號",
		"member.view_history": "查看歷程的內容",
		"member.view_sensitive": "查看身分證字號與病況",
		"member.withdraw": "撤回入會申請",
	},
	search: {
		member: { name: "會員", place: 10, by: "姓名、編號、電話或電子郵件", unit: "位", gate: "members" },
	},
	freeText: {
		members: { words: "其他會員的聯絡資料", place: 30, columns: "members", shown: "member" },
	},
	shown: {
		member: { words: "會員", gate: "members", href: (id) => admin.members.show(Number(id)) },
	},
	refusals: {
		"member.ban_by_two": { words: "解除不得告知要兩個人：一位提出，另一位確認。" },
		"member.ban_there": { words: "這個人已經是不得告知。", field: "person" },
		"member.banned": {
			words: "這個人對這位會員是不得告知，不能當監護人，也不能替他繳費。要恢復請先解除（須兩人）。",
			field: "guardian",
		},
		"member.children_wait": { words: "您有好幾位孩子的申請在等協會處理，請等協會決定後再新增。" },
		"member.consent_needed": { words: "健康資料須有書面同意才能保存，請先記錄同意。", field: "diagnosis_note" },
		"member.guardian_refused": {
			words: "監護人不能是自己、不能是受監護或已故的會員，也不能互為監護人。",
			field: "guardian",
		},
		"member.guardian_alone": {
			words: "單獨行使的法定代理人旁邊不能再有另一位；請先解除其中一位，或改為共同行使。",
			field: "authority",
		},
		"member.owes_entrance": {
			words: "這位會員還有入會費未繳：繳清後會自動成為有效會員；不收的話，請先在會費頁設為免繳。",
		},
		"member.guardian_paper": {
			words: "監護宣告、輔助宣告與共同／單獨行使，要填寫文件（案號或協議）與日期。",
			field: "paper",
		},
		"member.guardian_second_person": {
			words: "這位監護人不在名冊或本人的申請裡，或與工作人員有關，須經第二位同仁確認才能變更。",
			field: "guardian",
		},
		"member.login_taken": { words: "這個帳號已經連結到另一位會員。" },
		"member.merge_dues": {
			words:
				"兩筆資料有同一年度的會費都已收款或正在等候核對，無法合為一項。請先處理其中一筆：還沒核對的，取消或退回；兩筆都收到的，沖銷其中一筆，改登錄為另一筆資料的溢繳款或下一年會費，再來合併。",
		},
		"member.merge_guardian": {
			words: "合併後會同時受人監護又是監護人。請先變更其中一邊的監護人，再合併。",
		},
		"member.merge_kin": { words: "其中一位是另一位的監護人，不會是同一人。若監護關係登記錯了，請先變更監護人。" },
		"member.is_contact": {
			words:
				"這筆是聯絡人，不是會員，沒有會員編號與會籍。要成為會員，請用「申請入會」；和會員合併時，請從會員的頁面合併，保留會員那一筆。",
		},
		"member.merge_number": { words: "有會員編號的那一筆要留下，請對調後再合併。" },
		"member.merge_own": { words: "不能合併自己或家人的資料，請由其他工作人員辦理。" },
		"member.merge_pseudonymised": { words: "已去識別化的資料不能再合併。" },
		"member.merge_self": { words: "這是同一筆資料，請選另一筆。" },
		"member.merged": { words: "這筆資料已併入另一位會員。" },
		"member.national_id_taken": {
			words: "這個身分證字號已經屬於另一位會員，請確認是否重複建檔。",
			field: "national_id",
		},
		"member.number_taken": { words: "這個會員編號已經用過，請換一個。", field: "member_no" },
		"member.stale": { words: "這位會員的資料在您編輯時已被其他人更新。" },
		"member.sanction_final": { words: "停權與除名的決議不能修改或刪除。" },
		"member.before_meeting": { words: "除名的日期不能早於通過的會員大會。", field: "on" },
		"member.two_thirds": {
			words: "除名要有會員大會出席人數三分之二以上同意（人民團體法 §§14、27），同意的人數不能多於出席的人數。",
			field: "in_favour",
		},
		"member.undo_second_person": { words: "更正離會須由另一位工作人員辦理。" },
		"member.wrong_state": { words: "會員目前的狀態不能這樣做，請重新整理頁面後再試一次。" },
	},
});
