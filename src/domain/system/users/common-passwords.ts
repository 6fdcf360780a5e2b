/** Common words in passwords, in lower case. A password that is hardly more than these is too easily guessed. */
const WORDS = `
password passw0rd p4ssw0rd pa55word passwort passwd pass pwd passphrase secret private
qazwsxedc qazwsx qaz wsx edc rfv 1qaz2wsx3edc 1qaz2wsx 1qazxsw2 1qaz zaq12wsx zaq1 q1w2e3r4t5 q1w2e3r4 q1w2e3
1q2w3e4r5t 1q2w3e4r 1q2w3e 147258369 159357 147852 258369 123123 321321 112233 121212 101010 102030 131313 1212 1122
aabbcc abcabc letmein welcome login logon signin user username admin administrator root master superuser manager
guest tester testing test sample example default changeme change newpass temp temporary computer internet
google facebook line gmail yahoo hotmail outlook iphone android windows microsoft samsung wifi server database system office
monkey dragon tiger lion panda bear cat dog puppy kitty bunny butterfly flower sunshine rainbow princess prince angel baby
lovely loveyou love hello happy lucky smile sweet honey family father mother mom dad mama papa sister brother
football baseball basketball soccer hockey jordan michael jessica jennifer daniel david andrew charlie thomas superman batman
pokemon pikachu starwars naruto trustno1 whatever freedom shadow ninja access killer flash summer winter spring autumn
monday friday january december
taiwan taipei taichung tainan kaohsiung hsinchu taoyuan formosa roc republic chunghwa zhonghua
woaini woaini520 iloveu aini nihao mima wodemima laopo laogong baobao xiaobao baba gongxi facai shengri kuaile
5201314 1314520 1314521 7758521 3344520 1314 5201 520 521 886 0800 0900 a123456789
ji32k7au4a83 ji32k7 au4a83 ji394su3 ji3g4 su3cl3 w96j0 dj94xk4
member members hospital patients patient doctor nurse health
協會 病友會 病友 會員 我的密碼 密碼 台灣 臺灣 台北 臺北 我愛你 你好 平安 生日快樂 快樂 恭喜發財 萬事如意 一二三四五 加油
`;

/** Sequences along the keyboard, the digits or the alphabet; both directions count. */
const WALKS = ["01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "!@#$%^&*()", "abcdefghijklmnopqrstuvwxyz"];

/** Returns every part of a sequence that has at least three digits or four letters. */
function stretches(walk: string): string[] {
	const shortest = /\d/.test(walk) ? 3 : 4;
	const found: string[] = [];
	for (let from = 0; from + shortest <= walk.length; from++)
		for (let to = from + shortest; to <= walk.length; to++) found.push(walk.slice(from, to));
	return found;
}

const walks = WALKS.flatMap((walk) => [...stretches(walk), ...stretches([...walk].reverse().join(""))]);

/** The parts of passwords that everybody tries first, longest first. */
export const COMMON_WORDS: readonly string[] = [...new Set([...WORDS.trim().split(/\s+/), ...walks])].sort(
	(a, b) => b.length - a.length,
);

/** Whole passwords of at least twelve characters from leaked lists that the common parts do not cover. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
	`unbelievable nevergiveup thisismypassword correcthorsebatterystaple qweasdzxc123 qwe123asd456 zxc123asd456
	q1w2e3r4t5y6 1q2w3e4r5t6y 1a2b3c4d5e6f a1b2c3d4e5f6 1a2s3d4f5g6h 0okm9ijn8uhb 3141592653589 314159265358979
	271828182845 aa12345678bb jesuschrist1 chocolate123 strawberry12 manchester12 liverpool123 barcelona123
	chocolatecake blink182blink metallica666 californication babygirl1234 nevergiveup123`.split(/\s+/),
);
