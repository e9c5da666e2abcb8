/** The language of a text, as a tag for pages, and the direction of its script. */
export interface TextLanguage {
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
}

/** Scripts with the language that a text in them most probably is in. The first that matches most letters counts. */
const SCRIPTS: readonly (readonly [lang: string, letters: RegExp])[] = [
  ['he', /\p{Script=Hebrew}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['zh', /\p{Script=Han}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['hy', /\p{Script=Armenian}/gu],
  ['ka', /\p{Script=Georgian}/gu]
]
/** Frequent words of languages with one script, which others of that script don't have. */
const WORDS: readonly (readonly [lang: string, words: string])[] = [
  ['en', 'the and you is of to was with'],
  ['de', 'der die und das ist nicht ein ich sie'],
  ['fr', 'le les et est une vous pas je des'],
  ['es', 'el los y que una es no por las'],
  ['it', 'il che di una non per sono gli'],
  ['pt', 'o os não uma que você com para'],
  ['nl', 'de het een en niet is van ik'],
  ['pl', 'nie się jest na że to i w'],
  ['cs', 'je se že na to není jsem ale'],
  ['sv', 'och att det är inte en jag som'],
  ['fa', 'و که از را این است به در'],
  ['uk', 'і та що не це як він є'],
  ['ru', 'и не что это как он в на']
]
/** Languages that a script's own may be mistaken for. */
const KIN: Readonly<Record<string, readonly string[]>> = { ar: ['fa'], ru: ['uk', 'ru'] }
const LATIN = WORDS.slice(0, 10).map(([lang]) => lang)
const MAX_READ = 20_000

/** The most probable language of a text; English for one without letters. */
export function languageOf(text: string): TextLanguage {
  const part = text.slice(0, MAX_READ)
  const latin = part.match(/\p{Script=Latin}/gu)?.length ?? 0
  const counts = SCRIPTS.map(([lang, letters]) => ({ lang, count: part.match(letters)?.length ?? 0 }))
  // Japanese is written with Chinese letters as well.
  const kana = counts.find(({ lang }) => lang === 'ja')?.count ?? 0
  const most = counts.map((one) => (one.lang === 'ja' && kana > 0 ? { ...one, count: kana * 3 } : one)).toSorted((a, b) => b.count - a.count)[0]
  const script = most && most.count > latin ? most.lang : undefined
  const lang = byWords(part, script === undefined ? LATIN : (KIN[script] ?? [])) ?? script ?? 'en'
  return { lang, dir: lang === 'he' || lang === 'ar' || lang === 'fa' ? 'rtl' : 'ltr' }
}

function byWords(text: string, languages: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const word of text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1)
  const [best] = WORDS.filter(([lang]) => languages.includes(lang))
    .map(([lang, words]) => ({ lang, count: words.split(' ').reduce((sum, word) => sum + (counts.get(word) ?? 0), 0) }))
    .toSorted((a, b) => b.count - a.count)
  return best && best.count > 0 ? best.lang : undefined
}

/** The language of a column of translations: its name where that is a tag such as `pt-BR`, else that of its texts. */
export function languageNamed(name: string, texts: string): TextLanguage {
  const found = languageOf(texts)
  return /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(name) ? { ...found, lang: name } : found
}
