import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	certificates: {
		list: () => "/admin/certificates",
		show: (id: Id) => `/admin/certificates/${id}`,
		file: (id: Id) => `/admin/certificates/${id}/file`,
		create: (memberId: Id) => `/admin/members/${memberId}/certificate`,
		withdrawal: (memberId: Id) => `/admin/members/${memberId}/certificate/withdrawal`,
		approval: (id: Id) => `/admin/certificates/${id}/approval`,
		rejection: (id: Id) => `/admin/certificates/${id}/rejection`,
		revocation: (id: Id) => `/admin/certificates/${id}/revocation`,
	},
};

const member = {
	/** The addresses of the disability certificate (身障證明) in the user's own profile. */
	certificate: {
		show: () => "/member/profile#certificate",
		upload: () => "/member/certificate",
		withdrawal: (id: Id) => `/member/certificate/${id}/withdrawal`,
		file: (id: Id) => `/member/certificate/${id}/file`,
	},
};

export const certificates = noun({
	pages: {
		below: ["/admin/certificates", "/admin/members/:id/certificate"],
		load: async () => (await import("#admin/people/certificates/routes.ts")).CERTIFICATE_ROUTES,
	},
	addresses: { admin, member },
	permissions: {
		"certificates.review": {
			group: "members",
			place: 70,
			words: "審查身障證明",
			roles: ["secretary", "cashier"],
			isDeputised: true,
		},
	},
	gates: {
		certificates: ["certificates.review"],
	},
	menu: [
		{
			group: "office",
			place: 70,
			label: "身障證明",
			href: admin.certificates.list(),
			gate: "certificates",
			waits: "certificates",
			words: ["身心障礙證明", "審查", "減免", "到期", "certificates"],
		},
	],
	hanging: {
		certificates: { words: "等候審查的身障證明", gate: "certificates", href: admin.certificates.list },
	},
	records: {
		certificate: { words: "身障證明", place: 100 },
	},
	actions: {
		"certificate.approve": "核准身障證明",
		"certificate.expire": "身障證明到期",
		"certificate.reject": "退回身障證明",
		"certificate.remind": "提醒更新身障證明",
		"certificate.replace": "換一份身障證明",
		"certificate.revoke": "撤銷身障證明的核准",
		"certificate.upload": "上傳身障證明",
		"certificate.view": "查看身障證明",
		"certificate.withdraw": "撤回身障證明",
	},
	freeText: {
		certificates: {
			words: "身障證明的審查原因",
			place: 50,
			columns: "disability_certificates reason",
			shown: "certificate",
			kept: "其他會員的審查紀錄，會費減免的依據",
		},
	},
	shown: {
		certificate: { words: "證明", gate: "certificates", href: (id) => admin.certificates.show(Number(id)) },
	},
	refusals: {
		"certificate.expiry_far": {
			words:
				"到期日超過五年；證明的有效期間最長五年（身心障礙者權益保障法 §14），請再看一次。證明真的這樣寫，請勾選後再核准。",
			field: "far_known",
		},
		"certificate.expiry_refused": {
			words: "到期日要在今天以後、20 年以內，請再看一次證明上的日期；已過期但有展延註記的，請填展延到哪一天。",
			field: "valid_until",
		},
		"certificate.no_file": { words: "請先選擇證明的照片或 PDF 檔。", field: "file" },
		"certificate.not_yours": { words: "您不能上傳或查看這份證明。" },
		"certificate.own": { words: "不能審查自己、家人或自己上傳的證明，請由其他人審查。" },
		"certificate.pending": { words: "已經有一份等待審查的證明，可以撤回或換一份。" },
		"certificate.stale": { words: "這份證明已被其他人審查或更換，請看最新的狀態。" },
		"certificate.wrong_state": { words: "這份證明目前的狀態不能這樣做。" },
	},
});
