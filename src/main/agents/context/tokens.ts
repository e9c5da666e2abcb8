/** What a run of characters of one kind costs, in hundredths of a token. Each grows with its length, and two runs never cost less than the one they make. */
const COST = {
  /** Words of letters a to z: one token up to five letters, then a little for each. */
  word: (length: number): number => 105 + Math.max(0, length - 5) * 17,
  digits: (length: number): number => 100 * Math.ceil(length / 2.5),
  punctuation: (length: number): number => 92 * Math.ceil(length / 2),
  space: (length: number): number => 10 * length,
  break: (length: number): number => 55 + 10 * length,
  /** Latin letters with marks. */
  marked: (length: number): number => 70 * length,
  /** Greek, Cyrillic, Hebrew, Arabic. */
  alphabet: (length: number): number => 60 * length,
  /** Everything else: Chinese, Japanese, Korean, signs; halves of a pair count half. */
  other: (length: number): number => 125 * length
} as const
type Kind = keyof typeof COST

function kindOf(code: number, before: Kind | undefined): Kind {
  if (code === 10 || code === 13) return 'break'
  if (code === 32 || code === 9) return before === 'break' ? 'break' : 'space'
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90)) return 'word'
  if (code >= 48 && code <= 57) return 'digits'
  if (code > 32 && code < 127) return 'punctuation'
  if (code >= 0xc0 && code <= 0x24f) return 'marked'
  return code >= 0x370 && code <= 0x7ff ? 'alphabet' : 'other'
}

/**
 * Length of a text in tokens, estimated without a provider: runs of letters, digits, signs and breaks each have a price.
 * Never falls when text is added at the end, and a whole is never dearer than its parts. Within 25 % of what tokenizers
 * count for English prose, YAML, JSON Schemas and code, and for prose in other scripts (`tokens.test.ts` says which).
 */
export function tokensOf(text: string): number {
  let sum = 0
  let kind: Kind | undefined
  let length = 0
  for (let at = 0; at < text.length; at++) {
    const next = kindOf(text.charCodeAt(at), kind)
    if (next === kind) length++
    else {
      if (kind) sum += COST[kind](length)
      kind = next
      length = 1
    }
  }
  if (kind) sum += COST[kind](length)
  return Math.ceil(sum / 100)
}

/** The most characters that one token can stand for here: what is longer need not be counted to know that it does not fit. */
const MAX_CHARACTERS_PER_TOKEN = 10

/** The longest beginning of a text that takes at most so many tokens. */
export function beginning(text: string, tokens: number): string {
  if (tokens <= 0) return ''
  const near = text.slice(0, tokens * MAX_CHARACTERS_PER_TOKEN)
  if (tokensOf(near) <= tokens) return whole(near)
  let fits = 0
  let over = near.length
  while (over - fits > 1) {
    const middle = (fits + over) >> 1
    if (tokensOf(near.slice(0, middle)) <= tokens) fits = middle
    else over = middle
  }
  return whole(near.slice(0, fits))
}

/** Without half of a pair at its end, which is not a character. */
const whole = (text: string): string => text.replace(/[\uD800-\uDBFF]+$/, '')
