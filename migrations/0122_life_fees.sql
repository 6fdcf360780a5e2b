-- A type for life may have an entrance fee of its own (入會費, once), and no annual one; a type without a term has no fee.
DROP TRIGGER membership_fees_of_payers;
CREATE TRIGGER membership_fees_of_payers BEFORE INSERT ON membership_fees
WHEN NOT EXISTS (SELECT 1 FROM membership_types WHERE code = NEW.membership_type AND term IN ('year', 'life'))
BEGIN
	SELECT RAISE(ABORT, 'dues.exempt');
END;
CREATE TRIGGER membership_fees_for_life BEFORE INSERT ON membership_fees
WHEN NEW.annual_fee <> 0 AND EXISTS (SELECT 1 FROM membership_types WHERE code = NEW.membership_type AND term = 'life')
BEGIN
	SELECT RAISE(ABORT, 'dues.life_annual');
END;
