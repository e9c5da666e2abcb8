import { beginning, tokensOf } from './tokens'

/** The text in place of the rest of a long answer. */
const CUT = '\n[The rest was left out, because this turn has no more room for lookups. Search more narrowly, or act.]'

/** The answer of a lookup, cut to the tokens that the cold tier has left (`left`). Returns the tokens that are left afterwards. */
export function lookedUp(answer: string, left: number): { text: string; left: number } {
  const tokens = tokensOf(answer)
  return tokens <= left ? { text: answer, left: left - tokens } : { text: `${beginning(answer, left)}${CUT}`.trim(), left: 0 }
}
