import type { ArrowDocument } from '../document'
import type { FreshNode, PauseEvent } from '../play/events'
import { parseMarkup, plainMarkup } from '../play/markup'
import { act, startPlay, type PlayStep } from '../play/play'
import { pendingNodes } from '../play/state'
import type { NotMapped } from './story'

/** A story in another tool: what it has shown since the last choice, and its choices. */
export interface OtherStory {
  readonly lines: readonly string[]
  readonly choices: readonly string[]
  choose(index: number): void
}

/** The lines of a text that have words, with single spaces. */
export const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')

/** What our own player has shown since the last pause, one line each. */
function shown(step: PlayStep): string[] {
  const pauses = step.events.filter((event): event is PauseEvent => event.ev === 'pause')
  return pauses.flatMap(({ fresh }) => fresh.filter(({ skipped }) => !skipped).flatMap(linesOf))
}

function linesOf({ title = '', text = '', character, lines: options, played_line, playable }: FreshNode): string[] {
  const who = character === undefined || character === 'Anonymous' ? '' : `${character.replaceAll('_', ' ')}: `
  if (options) return playable ? (who === '' ? [] : [who.trim()]) : lines(`${who}${played_line ?? ''}`)
  const [first, ...rest] = lines(plainMarkup(parseMarkup(text)))
  return [...lines(plainMarkup(parseMarkup(title))), ...(first === undefined ? [] : [`${who}${first}`.trim(), ...rest])]
}

/** The choices that our own player offers. */
const offered = ({ state }: PlayStep): string[] =>
  pendingNodes(state).flatMap(({ shown: { lines: said, actions } }) => (said ?? actions ?? ['Continue']).map((one) => lines(one).join(' ')))

/** What both players show and offer on a page, and whether our own page was cleared meanwhile. */
export interface Page {
  readonly own: { lines: string[]; choices: string[] }
  readonly other: { lines: readonly string[]; choices: readonly string[] }
}

/** Plays a document here and in another tool along the same choices, as long as the tool can express it. Returns the pages of both. */
export function playedAlong(
  document: ArrowDocument,
  other: OtherStory,
  notMapped: readonly NotMapped[],
  pick: (step: number, of: number) => number
): Page[] {
  const unsaid = new Set(notMapped.map(({ node }) => node))
  const pages: Page[] = []
  let step = startPlay(document, { seed: 1 })
  for (let n = 0; n < 60 && !isBeyond(step, unsaid); n++) {
    const own = { lines: shown(step), choices: offered(step) }
    // Other tools can't clear a page at a node.
    const isCleared = step.events.some(({ ev }) => ev === 'clear')
    const its = isCleared ? other.lines.slice(other.lines.length - own.lines.length) : other.lines
    pages.push({ own, other: { lines: its, choices: other.choices } })
    const [pending] = pendingNodes(step.state)
    const last = pages.at(-1)
    if (!pending || JSON.stringify(last?.own) !== JSON.stringify(last?.other)) break
    const index = pick(n, own.choices.length)
    other.choose(index)
    step = act(document, step.state, pending.shown.lines || pending.shown.actions ? { do: 'choose', index } : { do: 'continue' })
  }
  return pages
}

/** Whether the rest of the play depends on chance, an input, several nodes at once or something that the tool can't express. */
const isBeyond = ({ events, state }: PlayStep, unsaid: ReadonlySet<number>): boolean =>
  pendingNodes(state).length > 1 ||
  events.some(
    (event) =>
      (event.ev === 'play' &&
        (unsaid.has(event.id) ||
          (!state.open.some(({ id, skipped }) => skipped && id === event.id) &&
            ['randomizer', 'generator', 'user_input', 'sequencer'].includes(event.type)))) ||
      (event.ev === 'pause' && event.fresh.some((one) => one.lines && !one.playable && one.lines.length > 1))
  )
