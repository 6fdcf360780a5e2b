-- 聯絡人: people who are no members (a parent, a carer, a volunteer, a donor), one record each. Their type is no membership and
-- their status is withdrawn, so nothing that asks for members finds them; they may be guardians, in groups, donors and payers.
INSERT INTO membership_types (code, name, description, term, has_vote, applies, position, created_at, updated_at)
VALUES ('contact', '聯絡人', '', 'none', 0, 'nobody', 990, 0, 0);

CREATE TRIGGER membership_types_contact_stays BEFORE UPDATE ON membership_types
WHEN OLD.code = 'contact' AND (NEW.name, NEW.term, NEW.has_vote, NEW.applies, NEW.is_active)
	IS NOT (OLD.name, OLD.term, OLD.has_vote, OLD.applies, OLD.is_active)
BEGIN
	SELECT RAISE(ABORT, 'membership_type.is_used');
END;
CREATE TRIGGER membership_types_contact_is_kept BEFORE DELETE ON membership_types WHEN OLD.code = 'contact'
BEGIN
	SELECT RAISE(ABORT, 'membership_type.is_used');
END;

CREATE TRIGGER members_insert_contact BEFORE INSERT ON members
WHEN NEW.type_code = 'contact' AND (NEW.status NOT IN ('withdrawn', 'deceased') OR NEW.member_no IS NOT NULL)
BEGIN
	SELECT RAISE(ABORT, 'member.is_contact');
END;
CREATE TRIGGER members_update_contact BEFORE UPDATE OF type_code, membership_type, status, member_no, merged_into ON members
BEGIN
	SELECT RAISE(ABORT, 'member.is_contact')
	WHERE NEW.type_code = 'contact' AND (NEW.status NOT IN ('withdrawn', 'deceased') OR NEW.member_no IS NOT NULL);
	-- Who is a member stays one: the contact is merged into the member.
	SELECT RAISE(ABORT, 'member.is_contact') WHERE NEW.merged_into IS NOT NULL AND OLD.merged_into IS NULL AND NEW.type_code <> 'contact'
		AND (SELECT type_code FROM members WHERE id = NEW.merged_into) = 'contact';
END;
