// The door to the staff pages of the module system: the parts and words that other modules may draw.

export { templateWords } from "#admin/system/mail/template-words.ts";
export { MAIL_STATES } from "#admin/system/mail/words.ts";
export { permissionLines, summaryOf } from "#admin/system/roles/summary.ts";
export { groupWords, settingNamed, valueWords } from "#admin/system/settings/words.ts";
export { accessCard } from "#admin/system/users/access-card.ts";
export { codePage } from "#admin/system/users/code-page.ts";
export { CodeForm, codeWays } from "#admin/system/users/code-ways.ts";
export { deputiesCard, deputyItems, standsInCard, standsInItems } from "#admin/system/users/deputies-part.ts";
export { deputyPage, freshDeputy } from "#admin/system/users/deputy-page.ts";
export { editUserPage, formOf, freshUser, newUserPage } from "#admin/system/users/form-page.ts";
export { heldRoles } from "#admin/system/users/held-roles.ts";
export { USERS_CRUMBS, userCrumbs, userList } from "#admin/system/users/list.ts";
export { type Offers, offersOn } from "#admin/system/users/offers.ts";
export { postButton } from "#admin/system/users/post-button.ts";
export { roleNames, rolesField } from "#admin/system/users/roles-field.ts";
export { OF_MEMBERS, told } from "#admin/system/users/told.ts";
export { periodWords, STATUS_WORDS, userStatus } from "#admin/system/users/words.ts";
export { shownWork } from "#admin/system/works/shown.ts";
