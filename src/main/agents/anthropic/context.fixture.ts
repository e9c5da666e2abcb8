import type { Context } from '../../../shared/table/turns'
import { digestOf } from '../context/digest'

/** A context of one sentence, for tests that need some context. */
export function emptyContext(text: string): Context {
  return {
    who: 'Wren',
    beat: 1,
    pieces: [{ id: 'rules', title: 'Rules', tier: 'frame', source: 'engine', text, tokens: 1, kept: true, why: 'always' }],
    tools: [],
    budget: 100,
    tokens: 1,
    digest: digestOf(text)
  }
}
