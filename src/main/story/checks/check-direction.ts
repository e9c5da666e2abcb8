import type { Direction } from '../../../shared/table/direction'
import type { ProblemData } from '../../../shared/base/problem'
import { MAX_DIRECTION_TOKENS } from '../../agents/context/budget'
import { tokensOf } from '../../agents/context/tokens'
import { directionTexts } from '../../campaign/direction'
import { finding } from '../../rules/check/finding'

/** Findings on the direction files that table.yaml names: missing, unreadable, malformed, empty, or too long for a context. `textOf` reads a file. */
export function directionFindings(direction: Direction | undefined, textOf: (path: string) => string | undefined): ProblemData[] {
  const { tone, dm, personas } = directionTexts(direction ?? { personas: {} }, textOf)
  const named = new Map([tone, dm, ...Object.values(personas)].flatMap((one) => (one ? [[one.path, one] as const] : [])))
  return [...named.values()].flatMap(({ path, text, problem }) => {
    if (problem !== undefined) return [finding('problem', path, 1, problem)]
    if (text === '') return [finding('remark', path, 1, `${path} has no text, so it tells models nothing. Write text below its front matter.`)]
    const tokens = tokensOf(text)
    if (tokens <= MAX_DIRECTION_TOKENS) return []
    return [
      finding(
        'remark',
        path,
        1,
        `${path} takes about ${tokens} tokens, and a context has room for ${MAX_DIRECTION_TOKENS}. Shorten it, or the rest is left out.`
      )
    ]
  })
}
